import type { CheckOptions } from "../../events/check-event.js";
import type { LogFile } from "./log-file.js";
import { decodeLine, maxLineBytes, type DecodedLine } from "./line-codec.js";

/** A line of a file, without its line feed. */
export interface RawLine {
  /** Byte offset of its first byte. */
  readonly start: number;
  /** Valid until the next line is asked for. Of a line that is too long: how it begins. */
  readonly bytes: Buffer;
  readonly sizeBytes: number;
}

/** How much is kept of a line that is too long. */
export const keptOfTooLong = 256;

/** The byte behind a line and its line feed. */
export function endOf(line: RawLine): number {
  return line.start + line.sizeBytes + 1;
}

export function decodeRawLine(
  line: RawLine,
  newer?: CheckOptions["newer"],
): DecodedLine | { readonly damage: "too-long"; readonly event?: never } {
  return line.sizeBytes > maxLineBytes ? { damage: "too-long" } : decodeLine(line.bytes, newer);
}

/** Reads the bytes from `from` up to `to`, which is not included, or as many as there are. */
export function readBytes(log: LogFile, from: number, to: number): Buffer {
  return fillFrom(log, from, Buffer.allocUnsafe(to - from));
}

/** Reads from a position until the bytes are full, or the log ends. @returns what was read of them */
export function fillFrom(log: LogFile, position: number, bytes: Buffer): Buffer {
  let filled = 0;
  while (filled < bytes.length) {
    const read = log.read(bytes.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
