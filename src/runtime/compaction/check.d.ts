import type { PromptTarget } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { UserInput } from "../turn.js";
import type { CompactionTrigger } from "./strategy.js";
/** What is about to happen to a thread. */
export interface NextSampling {
    /** The model that is asked next; absent: the last turn's. */
    readonly target?: PromptTarget;
    /** What will be added before, in tokens: the user's input, context, skills. */
    readonly addedTokens?: number;
}
/** Whether a thread is to be compacted before it goes on. Counts in tokens. */
export interface CompactionCheck {
    /** Null: it is not due. */
    readonly trigger: Exclude<CompactionTrigger, "manual"> | null;
    /** Why, for people; null when it is not due. */
    readonly reason: string | null;
    readonly usedTokens: number;
    readonly addedTokens: number;
    /** The total at which it is due; null: never, for neither window nor limit is known. */
    readonly limitTokens: number | null;
}
/**
 * Whether a thread is at its limit: 90 % of the next model's window, or a lower limit of the thread's
 * own, with what is about to be added. Before a turn whose model has a smaller window than the last
 * one's, that is a `model-downshift`. A history in which nothing happened since its checkpoint is not
 * compacted again: there would be nothing to win.
 * @throws {InvalidArgument} the thread's limits are configured in another form
 */
export declare function checkCompaction(state: ThreadState, next?: NextSampling): CompactionCheck;
/** What a user's input takes, in tokens. */
export declare function inputTokens(input: UserInput): number;
/** True when the ledger holds nothing but what the newest checkpoint left. */
export declare function holdsNothingNew({ ledger, checkpoint }: ThreadState): boolean;
