import { RefoldError } from "../../errors.js";
import { type CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import type { LogDamage } from "../event-store.js";
/** Lines longer than this, without their line feed, are neither written nor read: 256 MiB. */
export declare const maxLineBytes: number;
/** An event cannot be written as a line: too long, or it holds something that JSON cannot say. */
export declare class EventNotEncodable extends RefoldError {
    readonly offset: number;
    readonly code = "invalid-event";
    readonly name = "EventNotEncodable";
    constructor(offset: number, why: string, options?: ErrorOptions);
}
/** What a line's bytes are: an event, or damage of one of the kinds that show in a single line. */
export type DecodedLine = {
    readonly event: LogEvent;
    readonly damage?: never;
} | {
    readonly damage: Extract<LogDamage["reason"], "sum" | "json" | "schema">;
    readonly event?: never;
};
/**
 * Encodes a batch as lines, each with its line feed. The same events give the same bytes.
 *
 * @param events oldest first, each one that `checkEvent` accepts; `left` and `sum` on them are ignored and made anew. Members beyond
 *   those of the format stand after them, just before `sum`
 * @param room where the bytes go if they fit: a batch is written at once, and a buffer of its own for
 *   each costs more than its checksums
 * @throws {EventNotEncodable} a line would be longer than `maxLineBytes`, or no JSON
 */
export declare function encodeBatch(events: readonly LogEvent[], room?: Buffer): Buffer;
/**
 * Reads one line, without its line feed. Every line of every log goes through here. The event is the
 * parsed object itself, with `left` and `sum` as they stand in the line, brought to the current
 * version of its type.
 *
 * @param newer what becomes of events that only a newer version understands; default `ignore`, for
 *   those who look at places only
 * @throws {NeedsNewerVersion} with `refuse`
 */
export declare function decodeLine(line: Buffer, newer?: CheckOptions["newer"]): DecodedLine;
/**
 * Whether a damaged line is whole once its `left` is another: then nothing else of it was damaged.
 * @param line without its line feed
 */
export declare function isWholeWithLeft(line: Buffer, left: number): boolean;
