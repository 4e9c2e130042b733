import type { ModelClient } from "../runtime/models/model-client.js";
import type { ThreadLog } from "../runtime/thread-log.js";
/** What an experiment may use at most; null: as much as it likes. */
interface BudgetLimits {
    readonly tokens: number | null;
    readonly requests: number | null;
}
/** A request's share, set aside before it is sent. */
interface Reservation {
    /** Says what it came to; until then it counts with the most that it can cost. */
    settle(tokens: number): void;
}
/**
 * One budget for all variants of an experiment, however many run at a time. A request is admitted
 * when the most that it can cost still fits beside what was used and what is under way; one that does
 * not fit yet waits for those under way to say what they came to.
 */
export declare class Budget {
    #private;
    /** @param used by earlier runs of the same experiment */
    constructor(limits: BudgetLimits, used: {
        readonly tokens: number;
        readonly requests: number;
    });
    /** @throws {BudgetExhausted} nothing is under way that could make room */
    reserve(mostTokens: number, signal?: AbortSignal): Promise<Reservation>;
}
/**
 * A client whose every request, repeated ones too, is admitted by the budget first and noted in the
 * fork's log, so that nobody who goes on later forgets it. A request whose cost nobody said counts
 * with the most that it can have cost.
 */
export declare function budgetedModel(model: ModelClient, budget: Budget, log: ThreadLog): ModelClient;
/** How long an answer may be, in tokens; null: nobody knows. */
export declare function mostAnswerTokens({ model, options, contextWindow }: ModelClient): number | null;
export {};
