import type { LedgerEntry, ThreadState } from "./thread-state.js";
interface DiffOptions {
    /**
     * The last offset that both logs share, where the caller knows it; null: none. Absent: told from
     * the states, which know their own thread and the one that they left last.
     */
    readonly sharedTo?: number | null;
}
/** What differs between two states. */
export interface StateDiff {
    readonly ledger: {
        readonly onlyInA: readonly LedgerEntry[];
        readonly onlyInB: readonly LedgerEntry[];
        /** The same item, edited in one of them. */
        readonly changed: readonly {
            readonly a: LedgerEntry;
            readonly b: LedgerEntry;
        }[];
    };
    /** Facts of the baseline's envelope. */
    readonly baseline: readonly ValueDiff[];
    /** Title, configuration, instructions, tools, memory mode, and the newest turn's settings. */
    readonly settings: readonly ValueDiff[];
}
/** A named value that is not the same; undefined: one of them does not have it. */
export interface ValueDiff {
    readonly name: string;
    readonly a: unknown;
    readonly b: unknown;
}
/**
 * What one state has that the other has not. Items are the same when they were recorded by the same
 * event; a kept item in a checkpoint's list is the one that was kept.
 * @throws {NotComparable} the states are of threads that share no event
 */
export declare function diffStates(a: ThreadState, b: ThreadState, options?: DiffOptions): StateDiff;
/** True when two values are the same JSON; the order of members does not count. */
export declare function isSameJson(a: unknown, b: unknown): boolean;
export {};
