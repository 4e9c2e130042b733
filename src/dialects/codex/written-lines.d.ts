import type { Item, RecordedItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { UsageState } from "../../events/slices.js";
import type { LedgerIds, SpellableEntry } from "../shared/export-ledger.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import type { WrittenRollout } from "./written-rollout.js";
/** One line of a rollout. @param at RFC 3339, UTC */
export declare function lineOf(at: string, type: string, payload: unknown): JsonObject;
/** A line that Codex writes for its clients. */
export declare function eventLine(at: string, type: string, members: JsonObject): JsonObject;
export declare function turnStartedLine(at: string, turnId: string, window: number | null): JsonObject;
export declare function turnCompletedLine(at: string, turnId: string | null): JsonObject;
/** @param reason Codex knows three; any other becomes `interrupted` */
export declare function turnAbortedLine(at: string, turnId: string | null, reason: string | null): JsonObject;
/** @param title null: it is taken away */
export declare function nameLine(at: string, threadId: string, title: string | null): JsonObject;
/** What Codex shows of a user's message; its inline images stand in the item alone. */
export declare function userMessageLine(at: string, item: Item): JsonObject;
export declare function tokenCountLine(at: string, { total, last, contextWindow }: UsageState): JsonObject;
/** The same for usages that a `token_count` line spells alike; the window goes with the next one. */
export declare function usageKey({ total, last }: UsageState): string;
interface ItemWriting {
    readonly rollout: WrittenRollout;
    readonly ids: LedgerIds;
    readonly blobs: BlobReader;
}
/**
 * An item as a rollout records it: its images inline; a bounded output whole, if a reader of the
 * rollout will bound it to the very same, else as it stands in the ledger.
 * @returns `isOriginal` false: there is more of the output than what is written
 */
export declare function itemPayload({ item, bounded }: RecordedItem, { rollout, ids, blobs }: ItemWriting): Promise<{
    readonly payload: unknown;
    readonly isOriginal: boolean;
}>;
/** Entries' items as they are to be written. */
export declare class EntryItems {
    #private;
    private readonly importedEnd;
    /** @param importedEnd items of events before it are as their own lines say */
    constructor(importedEnd: number);
    /** A summary of ours gets Codex's first line. */
    itemOf({ item, summary, ref }: SpellableEntry): Item;
}
/**
 * A summary's text with the line by which Codex knows it (docs/semantics.md §11.9); in our own
 * threads its entry says what it is.
 */
export declare function withSummaryPrefix(text: string): string;
export {};
