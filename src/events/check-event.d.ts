import { type LogEvent, type RefoldEvent } from "./event.js";
export interface CheckOptions {
    /**
     * What becomes of an event that needs a newer version: an error, or, for a reader who asked to
     * ignore such events, the event as it is. `isKnownEvent` is false for it. Where only a derived fact
     * needs one, the event without that fact.
     */
    readonly newer?: "refuse" | "ignore";
}
/**
 * Reads a value as an event: checks its form and brings it to the current version of its type.
 * Copies nothing else; what comes back is the value itself, unknown members and key order included.
 *
 * @returns an event of a known type, or one of a type that is only kept (`isKnownEvent` tells)
 * @throws {InvalidEvent} the value is not of the form that its type's schema describes
 * @throws {NeedsNewerVersion} an unknown `thread.*` or `history.*` type, or a newer version of a
 *   known type
 */
export declare function checkEvent(value: unknown, options?: CheckOptions): RefoldEvent | LogEvent;
/**
 * Brings an event of an older version to the version that this library writes.
 * @returns the same event when there is nothing to do: it is current, newer, or of another type
 */
export declare function upcastEvent(event: LogEvent): LogEvent;
