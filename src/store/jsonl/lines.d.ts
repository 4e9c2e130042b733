import type { CheckOptions } from "../../events/check-event.js";
import { type DecodedLine } from "./line-codec.js";
import type { LogFile } from "./log-file.js";
/** A line of a file, without its line feed. */
export interface RawLine {
    /** Byte offset of its first byte. */
    readonly start: number;
    /** Valid until the next line is asked for. Of a line that is too long: how it begins. */
    readonly bytes: Buffer;
    readonly sizeBytes: number;
}
/** The byte behind a line and its line feed. */
export declare function endOf(line: RawLine): number;
export declare function decodeRawLine(line: RawLine, newer?: CheckOptions["newer"]): DecodedLine | {
    readonly damage: "too-long";
    readonly event?: never;
};
/** Reads the bytes from `from` up to `to`, which is not included, or as many as there are. */
export declare function readBytes(log: LogFile, from: number, to: number): Buffer;
/**
 * The lines of a file from `fromByte` on, which must be where a line begins. What follows the last
 * line feed is left out. Holds no more than a line that is not too long.
 *
 * @param room what is read first goes there, and is as much; as for `linesBackward`
 */
export declare function linesForward(log: LogFile, fromByte?: number, room?: Buffer): Generator<RawLine, void, undefined>;
/**
 * The complete lines of a file, last first; what follows the last line feed is left out. Reads what
 * it yields and no more than a chunk beyond it.
 *
 * @param room holds the last chunk, for whoever reads the ends of many files: a buffer of its own for
 *   each costs more than what is read. Nobody else may use it meanwhile
 */
export declare function linesBackward(log: LogFile, room?: Buffer): Generator<RawLine, void, undefined>;
/** The 1-based number of the line that begins at a byte. Reads the file up to there. */
export declare function lineNumber(log: LogFile, start: number): number;
/** What the beginning of a line says about its place. Nothing is checked: a guess to start from. */
interface LinePlace {
    readonly offset: number;
    /** How many lines of the same batch follow. */
    readonly left: number;
}
/** @returns null when the line does not begin as lines do */
export declare function peekPlace(line: Buffer): LinePlace | null;
/** The type of the event that a line holds. As `peekPlace`: a guess to start from. */
export declare function peekType(line: Buffer): string | null;
export {};
