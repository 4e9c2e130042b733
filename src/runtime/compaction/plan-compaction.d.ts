import type { PromptTarget } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import type { RetryPolicy } from "../models/retries.js";
import { type Compaction, type NoCompaction } from "./compaction.js";
import { type CompactionStrategyName, type CompactionTemplates } from "./settings.js";
import { type CompactionStrategy, type CompactionTrigger, type StrategyInput, type StrategyPlan } from "./strategy.js";
import { type Summarize } from "./summary-turn.js";
/** What a compaction is planned from. */
export interface CompactionBasis {
    readonly state: ThreadState;
    readonly blobs: Pick<BlobStore, "get">;
    readonly registry: FragmentRegistry;
    /** The running turn's; null: none runs, or it is not this process's. */
    readonly context: TurnContext | null;
}
export interface CompactOptions {
    /** A built-in one or the caller's. Default: the thread's own (`thread.configure`), else `summary`. */
    readonly strategy?: CompactionStrategyName | CompactionStrategy;
    /** Makes the summary. With neither this nor `summarize`, the built-in extractive one does. */
    readonly model?: ModelClient;
    /** Makes the summary in the model's place. */
    readonly summarize?: Summarize;
    /** Default: `mid-turn` while a turn runs, else `manual`. */
    readonly trigger?: CompactionTrigger;
    /** Why, for people. */
    readonly reason?: string;
    /** The model that goes on with the history; absent members: the last turn's. */
    readonly target?: PromptTarget;
    /** Says what would be done and writes nothing; no model is asked: an extractive summary stands in. */
    readonly dryRun?: boolean;
    /** What `auto` and the strategies that cut to a size go for, in tokens; default: half the limit. */
    readonly targetTokens?: number;
    /** How many of the newest outputs `clear-outputs` leaves. */
    readonly keepOutputs?: number;
    /** In tokens of text; default 20,000. */
    readonly keptMessagesTokens?: number;
    readonly templates?: Partial<CompactionTemplates>;
    /** How requests for the summary are tried again. */
    readonly retries?: RetryPolicy;
    readonly signal?: AbortSignal;
}
/** What would be written, with what it was decided from and what it comes to. */
export interface PlannedCompaction {
    readonly input: StrategyInput;
    readonly plan: StrategyPlan;
    readonly described: Omit<Compaction, "dryRun" | "offset">;
}
/**
 * Plans a compaction; nothing is written. With `dryRun` no model is asked.
 * @throws {CompactionFailed} the summary could not be made @throws {Aborted} the signal said so
 */
export declare function planCompaction(basis: CompactionBasis, options: CompactOptions): Promise<PlannedCompaction | NoCompaction>;
/** What a compaction would do. No model is asked: an extractive summary stands in for one. */
export declare function previewCompaction(basis: CompactionBasis, options?: CompactOptions): Promise<Compaction | NoCompaction>;
