import type { Item } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
/**
 * The ledger of a session without lifecycle lines, reduced to what a rollback by user turns has to
 * know of each entry (docs/semantics.md §10.5-10.7): its ref and its class, never its text.
 */
export declare class LedgerSurgery {
    #private;
    /** @param index of the item in its event; null: the only one, so that the ref is bare */
    record(offset: number, index: number | null, entry: EntryClass): void;
    /** A checkpoint's list takes the ledger's place. */
    rebase(offset: number, entries: readonly EntryClass[]): void;
    /** The list is rebuilt: user messages within their budget, then the summary (§11.1-11.3). */
    rebuild(offset: number, summary: EntryClass): void;
    /**
     * Cuts at the n-th boundary from the end, or at the first, and takes the context directly before
     * the cut along, never past the first boundary.
     * @returns the refs that went, oldest first; none without a boundary
     */
    rollback(turns: number): readonly ItemRef[];
}
/**
 * All that rollback and legacy compaction ask of a ledger's entry
 * (docs/semantics.md §10.5-10.7, §11.1-11.3).
 */
interface EntryClass {
    readonly boundary: boolean;
    /** A contextual user or developer message: it goes with the turn behind it (§10.7). */
    readonly contextual: boolean;
    /** Estimated tokens of its text, for a user message that compaction collects; null: it is none. */
    readonly collectedTokens: number | null;
    /** Whether the collected text, as a message of its own, is contextual. */
    readonly collectedContextual: boolean;
}
export declare function classifyEntry(item: Item): EntryClass;
/** What a legacy compaction's summary is in the ledger: a user message like any other (§11.3). */
export declare function classifySummary(summary: string | null): EntryClass;
export {};
