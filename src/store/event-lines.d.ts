import type { LogEvent } from "../events/event.js";
import type { NewerEvents } from "./event-store.js";
/**
 * A batch as the lines of a rollout (docs/file-format.md), each with what is `left` of the batch and its
 * `sum`: what a driver of one's own stores, an event a line, without line feeds.
 * @throws {EventNotEncodable} an event has no line
 */
export declare function encodeLines(events: readonly LogEvent[]): readonly string[];
/**
 * The event of such a line.
 * @param newer as in `ReadOptions`
 * @throws {InvalidEvent} the line is damaged @throws {NeedsNewerVersion}
 */
export declare function decodeEventLine(line: string, newer?: NewerEvents["newer"]): LogEvent;
