import type { Fact } from "../../events/event.js";
import type { Item, Origin } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
/** Who or what an entry comes from. */
export type TranscriptSpeaker = "user" | "agent" | "model" | "reasoning" | "call" | "output" | "context" | "summary" | "note";
/** One thing that was said or done. Texts are as recorded; renderers escape them. */
export interface TranscriptEntry {
    readonly offset: number;
    /** RFC 3339. */
    readonly at: string;
    readonly speaker: TranscriptSpeaker;
    /** For a call and its output: the tool; for a note: the event's type. */
    readonly name: string | null;
    readonly callId: string | null;
    readonly text: string;
    /** Described, never shown: media type and size in pixels where they are known. */
    readonly images: readonly string[];
    readonly failed: boolean;
    /** Estimated tokens that were cut from it when it was recorded; 0: none. */
    readonly cutTokens: number;
    /** Estimated, as it stands in the ledger. */
    readonly tokens: number;
}
export interface TranscriptTurn {
    /** Counting user turns from 1; null: no user spoke in it. */
    readonly number: number | null;
    readonly startedAt: string;
    readonly model: string | null;
    /** `completed`, `aborted` with its reason, or null while it runs. */
    readonly end: string | null;
    readonly entries: readonly TranscriptEntry[];
    /** Estimated tokens of its items. */
    readonly tokens: number;
    /** What its requests cost, as reported, in sum; null: nothing was reported. */
    readonly usage: Usage | null;
}
/** A thread as people read it: everything that survives, compacted or not, oldest first. */
export interface Transcript {
    readonly threadId: string | null;
    readonly title: string | null;
    readonly cwd: string | null;
    readonly startedAt: string | null;
    readonly turns: readonly TranscriptTurn[];
    /** Events that rollbacks discarded. */
    readonly discardedEvents: number;
}
/** What a transcript shows of an item. */
interface DescribedItem {
    readonly speaker: TranscriptSpeaker;
    readonly name: string | null;
    readonly callId: string | null;
    readonly text: string;
    readonly images: readonly string[];
}
/** @returns null for an item that is not for reading: ghost snapshots, sealed reasoning */
export declare function describeItem(item: Item, origin: Origin): DescribedItem | null;
/** What a transcript says of something that happened to the history or the thread; null: nothing. */
export declare function describeFact(fact: Fact): {
    speaker: "note" | "summary";
    text: string;
} | null;
export {};
