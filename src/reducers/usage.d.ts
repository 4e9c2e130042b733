import type { Usage, UsageState } from "../events/slices.js";
import type { UsageReported } from "../events/usage.js";
import type { FoldedEvent, LedgerState, ThreadInfo } from "./thread-state.js";
export declare const NO_USAGE: Usage;
/** Two counts as one. @param a null: there was none yet */
export declare function addUsage(a: Usage | null, b: Usage): Usage;
/** What the first says more than the second. */
export declare function subtractUsage(a: Usage, b: Usage): Usage;
export declare const initialUsage: UsageState;
/** What an estimate of a prompt is made from: its items, and the base instructions. */
interface EstimateBasis {
    readonly ledger: LedgerState;
    /** The ledger before the event: an edit that changed nothing is no reason for an estimate. */
    readonly ledgerBefore: LedgerState;
    readonly thread: ThreadInfo | null;
}
/**
 * What the provider reported last and in sum. When the ledger is rewritten, the last total becomes
 * our own estimate (docs/semantics.md §7.3, §7.7); a foreign session's rewriting leaves it to the
 * reports that the session recorded.
 */
export declare function reduceUsage(state: UsageState, event: FoldedEvent, basis: EstimateBasis): UsageState;
/** What a report adds to those before it: all of it, or what it says more than the one it revises. */
export declare function newlyUsed({ usage, revised }: UsageReported["data"]): Usage;
/** What a report adds to those before it. */
interface Spent {
    readonly usage: Usage;
    /** False: the report before was of the same request, and this one says more of it. */
    readonly isNewRequest: boolean;
}
/**
 * Adds up what the requests of one thread cost, each once, whatever was rolled back since. A report
 * may come twice: Codex says the newest one again when its rate limits change, and its running totals
 * show that nothing was spent in between. They also show where a report takes the place of the one
 * before, as in a rollout that was written of a session whose requests were reported as they grew.
 */
export declare class SpendMeter {
    #private;
    /**
     * Takes the next report of the thread.
     * @returns what was spent since the one before; null: it repeats that one
     */
    take(data: UsageReported["data"]): Spent | null;
}
export {};
