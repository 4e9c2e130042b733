import type { LogEvent } from "./event.js";
/**
 * Somewhere that events can be read from more than once: a thread in a store, a foreign file, a list
 * in memory. `replay` needs no more than this.
 */
export interface EventSource {
    /** Oldest first. `from` and `to` are inclusive; absent: the first, the newest. */
    read(range?: {
        readonly from?: number;
        readonly to?: number;
    }): AsyncIterable<LogEvent>;
    /**
     * The same, several events at a time: to wait for each costs a replay of a long log a tenth of its
     * time. Absent where the source has them one by one only.
     */
    readRuns?(range?: {
        readonly from?: number;
        readonly to?: number;
    }): AsyncIterable<readonly LogEvent[]>;
    /** Newest first, from `from` (inclusive). Absent where only forward reading is possible. */
    readBackward?(options?: {
        readonly from?: number;
    }): AsyncIterable<LogEvent>;
}
/** What a source has, several events at a time where it can, oldest first. */
export declare function runsOf(source: EventSource, range?: {
    readonly from?: number;
    readonly to?: number;
}): AsyncIterable<readonly LogEvent[]>;
