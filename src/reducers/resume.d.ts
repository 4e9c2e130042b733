import type { EventSource } from "../events/event-source.js";
import { type ReplayOptions } from "./replay-events.js";
import type { ThreadState } from "./thread-state.js";
/**
 * The state at the end of a log, at the cost of its tail: reads backward to the newest surviving
 * checkpoint and folds forward from there. Always equals what `replay` gives (law 8).
 * Where a source cannot be read backward it is replayed; where no checkpoint is near, what is older
 * than the tail is.
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {BrokenPointer} a checkpoint points to an event that is not there
 */
export declare function resumeState(source: EventSource, options?: ReplayOptions): Promise<ThreadState>;
/**
 * The state at an offset, that event included (law 1), in the cheapest way the source has.
 * @throws {NoSuchOffset} the log has no such offset
 */
export declare function stateAt(source: EventSource, offset: number): Promise<ThreadState>;
