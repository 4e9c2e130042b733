import { type EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { type UnknownEventOptions } from "./reduce.js";
import { type ReplayOptions } from "./replay-events.js";
import type { ThreadState } from "./thread-state.js";
/**
 * Folds a log forward, from its first event on, in one pass.
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export declare function replay(source: EventSource, options?: ReplayOptions): Promise<ThreadState>;
/**
 * Folds a log as it comes, in one pass, keeping no state per event: only those that a rollback is
 * likely to go to. For a rollback to any other place, what is missing is read once more.
 */
export declare class ForwardReplay {
    #private;
    /** @param source where the events come from, for what has to be read again */
    constructor(source: EventSource, options?: UnknownEventOptions);
    /** The state at the newest event that was taken. */
    get state(): ThreadState;
    /**
     * Takes the next event; they come oldest first, from offset 0 on, none left out.
     * @returns a promise when something has to be read again: wait for it before the next event
     */
    take(event: LogEvent): Promise<void> | undefined;
    /** Takes several events, one after the other. */
    takeRun(events: Iterable<LogEvent>): Promise<void>;
}
