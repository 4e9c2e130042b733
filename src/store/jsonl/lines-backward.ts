import { maxLineBytes } from "./line-codec.js";
import type { LogFile } from "./log-file.js";
import { fillFrom, keptOfTooLong, readBytes, type RawLine } from "./raw-line.js";

const lineFeed = 0x0a;
const chunkBytes = 64 * 1024;
const nothing = Buffer.alloc(0);

/**
 * The complete lines of a file, last first; what follows the last line feed is left out. Reads what
 * it yields and no more than a chunk beyond it.
 *
 * @param room holds the last chunk, for whoever reads the ends of many files: a buffer of its own for
 *   each costs more than what is read. Nobody else may use it meanwhile
 */
export function* linesBackward(log: LogFile, room?: Buffer): Generator<RawLine, void, undefined> {
  let end = -1; // where the line feed behind the current line stands; -1: none was seen yet
  let held: Buffer = nothing; // what was read of that line
  for (let start = log.sizeBytes; start > 0;) {
    // Of a long line more is read at a time, so that putting it together stays linear.
    const chunkStart = Math.max(0, start - Math.max(chunkBytes, held.length));
    const size = start - chunkStart;
    const hasRoom = start === log.sizeBytes && room !== undefined && size <= room.length;
    const bytes = hasRoom ? room.subarray(0, size) : Buffer.allocUnsafe(size);
    const chunk = fillFrom(log, chunkStart, bytes);
    start = chunkStart;
    let at = chunk.length;
    for (let feed = feedBefore(chunk, at); feed !== -1; feed = feedBefore(chunk, at)) {
      if (end !== -1) {
        yield lineAt(
          log,
          { start: start + feed + 1, end },
          joined(chunk.subarray(feed + 1, at), held),
        );
      }
      held = nothing;
      at = feed;
      end = start + feed;
    }
    if (end === -1) continue;
    held = end - start > maxLineBytes ? nothing : joined(chunk.subarray(0, at), held);
  }
  if (end !== -1) yield lineAt(log, { start: 0, end }, held);
}

function feedBefore(chunk: Buffer, at: number): number {
  return at === 0 ? -1 : chunk.lastIndexOf(lineFeed, at - 1);
}

function lineAt(
  log: LogFile,
  { start, end }: { readonly start: number; readonly end: number },
  read: Buffer,
): RawLine {
  const sizeBytes = end - start;
  const isTooLong = sizeBytes > maxLineBytes;
  return {
    start,
    bytes: isTooLong ? readBytes(log, start, start + keptOfTooLong) : read,
    sizeBytes,
  };
}

/** Most lines stand in one chunk: those are not copied. */
function joined(before: Buffer, after: Buffer): Buffer {
  return after.length === 0 ? before : Buffer.concat([before, after]);
}
