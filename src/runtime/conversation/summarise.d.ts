import type { Fact } from "../../events/event.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { ModelClient } from "../models/model-client.js";
/** None: a conversation's model is told only what its owner says. */
export declare const CONVERSATION_FRAGMENTS: FragmentRegistry;
/** What a summary is made with. */
interface SummaryBasis {
    readonly target: PromptTarget;
    /** What the messages may take, in tokens. */
    readonly availableTokens: number;
    readonly blobs: Pick<BlobStore, "get">;
    /** Undefined: the extractive summary serves. */
    readonly summaryModel: ModelClient | undefined;
}
/**
 * The facts that put a summary in the place of a history: a compaction after which some items stand
 * whole. When there is no model, or it fails, the extractive summary serves and a notice says why.
 * @param kept items of the history that are not summarised, oldest first
 */
export declare function summaryFacts(state: ThreadState, kept: readonly LedgerEntry[], basis: SummaryBasis): Promise<readonly Fact[]>;
export {};
