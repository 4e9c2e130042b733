import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
/** A source that can be read from its end. */
type BackwardSource = EventSource & Required<Pick<EventSource, "readBackward">>;
export declare function isBackwardSource(source: EventSource): source is BackwardSource;
/**
 * The events that survive, newest first: what a rollback discarded is jumped over. A source that can
 * only be read forward is read in chunks, from the newest.
 * @param from the offset to begin at; absent: the newest
 * @throws {NoSuchOffset} there is no such offset
 */
export declare function readSpineBackward(source: EventSource, from?: number): AsyncGenerator<LogEvent, undefined>;
export {};
