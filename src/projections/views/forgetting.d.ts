import type { EventSource } from "../../events/event-source.js";
import type { BlobHash, ItemRef } from "../../events/primitives.js";
import { type WalkedEvent, type WalkOptions } from "../walk-log.js";
export type ForgettingKind = "bounded" | "compacted" | "trimmed" | "cleared" | "images-replaced" | "rolled-back";
/** Where the whole of what went still is. */
export interface Original {
    /** The item's own event in the log; for a cut output, the one that holds what was kept. */
    readonly ref: ItemRef;
    /** The blob that holds the original of a cut output; null: the event itself holds it. */
    readonly blob: BlobHash | null;
}
/** One item, or a part of one, that the model does not see any more. */
export interface ForgottenItem {
    readonly type: string;
    /** Estimated tokens that went. */
    readonly tokens: number;
    /** The same in bytes; for a cut output those of its text. */
    readonly bytes: number;
    readonly original: Original;
}
/** One time that something was forgotten. */
export interface Forgetting {
    /** The event that says so. */
    readonly offset: number;
    /** RFC 3339. */
    readonly at: string;
    readonly kind: ForgettingKind;
    /** Why, in the event's words. */
    readonly reason: string;
    readonly items: readonly ForgottenItem[];
    /** Sum of the items' tokens. */
    readonly tokens: number;
}
/**
 * What a thread's model has been made to forget, in the order in which it happened: what went, why,
 * and where the original is. What a rollback brought back (a redo) is listed where it went.
 */
export declare function projectForgetting(source: EventSource, options?: WalkOptions): Promise<readonly Forgetting[]>;
/** What one event made the model forget. */
export declare function forgottenBy(walked: WalkedEvent): readonly Forgetting[];
