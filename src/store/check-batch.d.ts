import type { LogEvent } from "../events/event.js";
/**
 * @throws {InvalidArgument} the batch's offsets are not contiguous from `expectedHead` on
 * @throws {InvalidEvent} an event is not of its type's form
 * @throws {NeedsNewerVersion} an event is of a version that this library does not write
 */
export declare function checkBatch(expectedHead: number, events: readonly LogEvent[]): void;
/**
 * Whether a thread that is not there may begin with this event.
 * @param known the ids that are there
 * @throws {ThreadNotFound} the event belongs behind others
 * @throws {InvalidArgument} a thread does not begin with such an event
 */
export declare function checkFirst(threadId: string, first: LogEvent | undefined, known: () => Iterable<string>): void;
