import type { CompactionItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { Prompt, PromptTarget } from "../../projections/prompt/prompt.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { type RetryPolicy } from "../models/retries.js";
import type { CompactionTemplates } from "./settings.js";
/** What a summary is made with. */
export interface SummaryTurn {
    readonly summarize: Summarize;
    readonly templates: CompactionTemplates;
    /** The model that summarises; absent members: as the thread's next prompt. */
    readonly target: PromptTarget;
    readonly blobs: Pick<BlobStore, "get">;
    readonly retries: RetryPolicy;
    readonly signal: AbortSignal | undefined;
}
export interface SummaryOutcome extends Summary {
    /** Items that had to go, oldest first, before the rest could be summarised. */
    readonly trimmed: readonly ItemRef[];
}
/**
 * Summarises a history. When the model's window is exceeded, the oldest item goes and its counterpart
 * with it, and it is tried again with the rest, while more than one item is left
 * (docs/semantics.md §11.8). Nothing is written.
 * @throws {Aborted} the signal said so
 * @throws {CompactionFailed} the model failed for good
 */
export declare function runSummaryTurn(state: ThreadState, turn: SummaryTurn): Promise<SummaryOutcome>;
/** What is to be summarised. */
export interface SummaryRequest {
    /** Instructions and history, with the compaction prompt as the last item. */
    readonly prompt: Prompt;
    /** The history's entries, oldest first, as the ledger holds them. */
    readonly entries: readonly LedgerEntry[];
    readonly templates: CompactionTemplates;
    readonly blobs: Pick<BlobStore, "get">;
    readonly signal?: AbortSignal;
}
/** A summary; blank: none could be made. */
export interface Summary {
    readonly text: string;
    /** What it cost; null: nothing, or nobody said. */
    readonly usage: Usage | null;
    /** Sealed items of a provider, which stand for the history beside a text or in its place. */
    readonly sealed?: readonly CompactionItem[];
}
/**
 * Makes a summary: with a model, or without. `ContextWindowExceeded` asks for less (the oldest item
 * goes, and it is called again); a `ModelError` with `isTransient` is tried again later; any other
 * error ends the compaction, and nothing is changed.
 */
export type Summarize = (request: SummaryRequest) => string | Summary | Promise<string | Summary>;
