import { type ModelTable } from "../../models/find-model.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { PromptTarget } from "../prompt/prompt.js";
export interface ContextBudgetOptions {
    /** A limit of the caller's own at which compaction is due, in tokens. */
    readonly compactionLimit?: number;
    readonly models?: ModelTable;
}
/** What a thread has left under a target. Counts in tokens; null where nobody has named the window. */
export interface ContextBudget {
    readonly window: number | null;
    /** What a conversation may fill of it: 95 %, unless the model says otherwise. */
    readonly usable: number | null;
    readonly reserved: {
        /** Base instructions and tool declarations, estimated. */
        readonly system: number;
        /** What the answer may take. */
        readonly response: number;
    };
    /** Everything in, instructions too: reported, and estimated from there on. */
    readonly used: number;
    /** Of `usable`, never below 0. */
    readonly left: number | null;
    /** Of `usable`, 0 to 100, rounded down. */
    readonly percentLeft: number | null;
    /** The total at which compaction is due; null: never. */
    readonly compactAt: number | null;
    readonly compactionDue: boolean;
}
/**
 * How much of a target's context window is left, and when compaction is due: at 90 % of the window,
 * or at a lower limit of the caller's own.
 * @see docs/semantics.md §2.6, §2.7, §2.10
 */
export declare function projectBudget(state: ThreadState, target?: PromptTarget, options?: ContextBudgetOptions): ContextBudget;
/**
 * The total at which a thread is compacted: the smaller of the caller's limit and 90 % of the window;
 * null when neither is known.
 */
export declare function compactionLimit(window: number | null, configured: number | null): number | null;
