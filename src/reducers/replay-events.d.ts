import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { type UnknownEventOptions, UnknownEvents } from "./reduce.js";
import { type Rollback, type SurvivingRange } from "./spine.js";
import type { ThreadState } from "./thread-state.js";
export interface ReplayOptions extends UnknownEventOptions {
    /** The last offset that counts; absent: the newest. */
    readonly to?: number;
}
/**
 * Folds events in memory to a state: all of them, or up to an offset.
 * @param events a whole log from offset 0 on (a fork's with its ancestors'), oldest first
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export declare function replayEvents(events: Iterable<LogEvent>, options?: ReplayOptions): ThreadState;
/** Folds an event of any type; one that is not known only moves the head. */
export declare function foldLogEvent(base: ThreadState, event: LogEvent, unknown: UnknownEvents): ThreadState;
/**
 * The rollback that an event is, if it is one.
 * @throws {InvalidRollback} it goes to an offset that is not before it
 */
export declare function rollbackIn(event: LogEvent): Rollback | null;
/** Narrows a range to the part of it behind an offset; null: nothing is left. */
export declare function rangeBehind(range: SurvivingRange, offset: number): SurvivingRange | null;
/** A state of the application's own, folded from a thread's events beside the thread's state. */
export interface OwnFold<State> {
    readonly initial: State;
    /**
     * Pure: the same for the same input, and nothing that it is given is changed. Rollbacks are not its
     * business: it is given the state that the log goes back to.
     * @returns the same reference for events that are none of its business
     */
    reduce(state: State, event: LogEvent): State;
}
/**
 * Folds a thread to a state of one's own, as of an offset: what was rolled back does not count.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {InvalidRollback} an event goes back to no earlier one
 */
export declare function replayOwn<State>(source: Pick<EventSource, "read">, fold: OwnFold<State>, options?: {
    readonly to?: number;
}): Promise<State>;
/** The states of a fold of one's own along a log. One is kept for each event that changed it. */
export declare class OwnStates<State> {
    #private;
    constructor(fold: OwnFold<State>);
    /** The offset behind the newest event that was taken. */
    get head(): number;
    /** The state at the newest event. */
    get state(): State;
    /** Takes the next event; they come oldest first, from offset 0 on. @returns the state at it */
    take(event: LogEvent): State;
}
