import type { EventSource } from "../events/event-source.js";
import type { ThreadState } from "./thread-state.js";
import { type TurnSpan } from "./turn-marks.js";
/** One turn of a thread, discarded ones included. */
export interface TurnEntry extends TurnSpan {
    /** From 1, counting surviving user turns; null: discarded, or no user turn. */
    readonly number: number | null;
    /** The last offset before the next turn began, or it was discarded, or the log ended. */
    readonly toOffset: number;
    readonly survives: boolean;
}
/**
 * Every turn that a log tells of, in the order in which they began. A view that walks the whole log:
 * it grows with the thread and is no state.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export declare function turnList(source: EventSource, { to }?: {
    readonly to?: number;
}): Promise<readonly TurnEntry[]>;
/** A thread as time travel needs it: its log, and its state at the end. */
export interface TravelledThread {
    readonly source: EventSource;
    /** At the newest offset. */
    readonly state: ThreadState;
}
/** A surviving turn that a user or an agent began. */
interface UserTurn extends TurnSpan {
    readonly number: number;
    readonly boundaryOffset: number;
}
/**
 * Finds a surviving user turn by its number, at the cost of the turns behind it.
 * @returns null when there is none of that number
 */
export declare function findUserTurn({ source, state }: TravelledThread, number: number): Promise<UserTurn | null>;
/**
 * The last offset before a turn. The first turn's beginning survives, and all that stands before its
 * user's message (docs/semantics.md §10.2).
 */
export declare function offsetBefore({ number, before }: UserTurn): number;
export {};
