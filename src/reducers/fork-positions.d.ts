import type { Item } from "../events/item.js";
/** What forking needs to know of one line of a rollout (docs/semantics.md §13). */
export type ForkLine = {
    readonly kind: "user-message";
}
/** One agent instructs another; with `triggersTurn` a fork may begin there. */
 | {
    readonly kind: "instruction";
    readonly triggersTurn: boolean;
} | {
    readonly kind: "rollback";
    readonly turns: number;
} | {
    readonly kind: "other";
};
/** Classifies a line that records an item. A user message that is contextual is an `other` line. */
export declare function forkLineOf(item: Item): ForkLine;
/**
 * Indices of the lines in which a user speaks: not contextual, not a hook's, summaries included. A
 * rollback takes the newest ones away (docs/semantics.md §13.1).
 */
export declare function userMessagePositions(lines: Iterable<ForkLine>): readonly number[];
/**
 * How many lines a fork before the n-th user message (0-based) keeps; all when there are not so many.
 * Lines of rolled-back turns stay in the kept part (docs/semantics.md §13.2).
 */
export declare function linesBeforeUserMessage(lines: readonly ForkLine[], n: number): number;
/**
 * Indices of the lines at which a fork's turn may begin: user messages, and instructions that trigger
 * a turn. A rollback counts in boundaries, triggering or not (docs/semantics.md §13.3).
 */
export declare function forkTurnPositions(lines: Iterable<ForkLine>): readonly number[];
/**
 * Where the lines begin that a fork of the last n fork turns keeps: behind the last line for 0, the
 * first line when there are not more than n (docs/semantics.md §13.4).
 */
export declare function lastForkTurnsStart(lines: readonly ForkLine[], n: number): number;
