import type { Fact } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type CompactionTrigger, type StrategyInput, type StrategyPlan } from "./strategy.js";
/** One item's fate. */
export interface ItemFate {
    /** Where it stands in the log, first of all. */
    readonly ref: ItemRef;
    readonly type: string;
    readonly origin: string;
    /** Estimated tokens before. */
    readonly tokensBefore: number;
    /** Estimated tokens after; 0: it went. */
    readonly tokensAfter: number;
}
/** What a compaction did, or would do. Counts of tokens are estimates of instructions and history. */
export interface Compaction {
    readonly kind: "compacted";
    readonly threadId: string | null;
    readonly strategy: StrategyPlan["strategy"];
    readonly trigger: CompactionTrigger;
    readonly reason: string | null;
    readonly dryRun: boolean;
    /** Of the event that says so; null: nothing was written. */
    readonly offset: number | null;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    /** The history's items that the model still sees, whole or in part, oldest first. */
    readonly stays: readonly ItemFate[];
    /** Those that it does not see any more. */
    readonly goes: readonly ItemFate[];
    /** Estimated tokens of what was put in: a summary, the context told again. */
    readonly addedTokens: number;
    /** The summary as it stands in the history; null: none was made. */
    readonly summary: string | null;
    /** Items that went before the summary could be made. */
    readonly trimmed: readonly ItemRef[];
}
/** Nothing was written, and why. */
export interface NoCompaction {
    readonly kind: "nothing";
    readonly reason: "empty-history" | "nothing-to-free";
    readonly tokensBefore: number;
    /** The same. */
    readonly tokensAfter: number;
}
/** What a plan comes to, item by item. */
export declare function describeCompaction(before: ThreadState, plan: StrategyPlan): Omit<Compaction, "trigger" | "reason" | "dryRun" | "offset">;
/** What people should know of a compaction, besides its event; written in the same batch. */
export declare function compactionNotices(plan: StrategyPlan, input: StrategyInput): readonly Fact[];
