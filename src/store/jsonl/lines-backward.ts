import type { LogFile } from "./log-tail.js";

/** A line of a file, without its line feed. */
export interface RawLine {
  /** Byte offset of its first byte. */
  readonly start: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 64 * 1024;

/** The complete lines of a file, last first; what follows the last line feed is left out. */
export function* linesBackward(log: LogFile): Generator<RawLine, void, undefined> {
  let start = log.sizeBytes;
  let held: Buffer = Buffer.alloc(0);
  let end = -1; // of the line being gathered, in `held`; -1: no line feed was seen yet
  let chunkBytes = CHUNK_BYTES;
  while (start > 0) {
    const chunk = readAt(log, Math.max(0, start - chunkBytes), start);
    start -= chunk.length;
    let at = chunk.length;
    held = end === -1 ? chunk : Buffer.concat([chunk, held.subarray(0, end)]);
    if (end !== -1) end = held.length;
    for (;;) {
      at = at === 0 ? -1 : held.lastIndexOf(LINE_FEED, at - 1);
      if (at === -1) break;
      if (end !== -1) yield { start: start + at + 1, bytes: held.subarray(at + 1, end) };
      end = at;
    }
    // A line longer than a chunk: read more at a time, so that copying stays linear.
    chunkBytes = end === held.length ? chunkBytes * 2 : CHUNK_BYTES;
  }
  if (end !== -1) yield { start: 0, bytes: held.subarray(0, end) };
}

function readAt({ fileSystem, file }: LogFile, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const read = fileSystem.read(file, bytes.subarray(filled), from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
