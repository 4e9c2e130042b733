import type { FactOf } from "../events/event.js";
import type { ThreadState } from "./thread-state.js";
import { type TravelledThread } from "./turn-list.js";
/** So many user turns back, or back to an offset, that event included. */
export type RollbackRequest = {
    readonly turns: number;
} | {
    readonly to: number;
};
/** What is to be written for a thread to go back; nothing is written here. */
export interface RollbackPlan {
    readonly kind: "rollback";
    readonly to: number;
    /** User turns that go; null: it was not asked for in turns. */
    readonly turns: number | null;
    readonly rollback: FactOf<"history.rolled-back">;
    /** Ends the turn that ran at `to`, if one did: nothing runs after a rollback. */
    readonly closing: {
        readonly turn: string;
        readonly fact: FactOf<"turn.aborted">;
    } | null;
    /** The state at `to`: what the thread has again, `log` apart. */
    readonly state: ThreadState;
}
/** There is nothing to write. */
export interface NoRollback {
    readonly kind: "nothing";
    readonly reason: "zero-turns" | "no-user-turn" | "already-there";
}
/**
 * Where a rollback goes (docs/semantics.md §10.2): just before the turn began that is so many from
 * the end; for the very first turn, just before its user's message; more turns than there are: the
 * first.
 * @throws {TurnRunning} a turn runs
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {InvalidArgument} `turns` is no whole number from 0 on
 */
export declare function rollbackTarget(thread: TravelledThread, request: RollbackRequest): Promise<RollbackPlan | NoRollback>;
/**
 * Goes back to before the newest change that survives. A change is a turn, with all that happened in
 * it, or an edit of the history outside of any turn (a compaction by hand, trimming, clearing). So
 * undoing again goes further back, past what earlier rollbacks discarded.
 * @throws {TurnRunning} a turn runs
 * @throws {NothingToUndo} no turn and no edit is left
 */
export declare function undoTarget(thread: TravelledThread): Promise<RollbackPlan>;
/**
 * Takes the newest rollback back: a rollback to just before it. Rollbacks that were themselves redos
 * are passed over, so that redoing as often as one undid brings everything back. As in an editor,
 * a change after the rollback ends it: redoing would discard that change without asking.
 * @throws {TurnRunning} a turn runs
 * @throws {NothingToRedo} nothing was rolled back, or the thread changed since
 */
export declare function redoTarget(thread: TravelledThread): Promise<RollbackPlan>;
/** At an offset, that event included; or before a surviving user turn, counted from 1. */
export type ForkRequest = {
    readonly at: number;
} | {
    readonly beforeTurn: number;
};
/**
 * The offset at which a fork leaves its thread: the last one that both have. A place inside a
 * discarded range is as good as any other.
 * @throws {NoSuchOffset} `at` is no offset of the log
 * @throws {NoSuchTurn} there is no surviving user turn of that number; says how many there are
 */
export declare function forkTarget(thread: TravelledThread, request: ForkRequest): Promise<number>;
