import { maxLineBytes } from "./line-codec.js";
import type { LogFile } from "./log-file.js";
import { keptOfTooLong, type RawLine } from "./raw-line.js";

const lineFeed = 0x0a;
const firstReadBytes = 16 * 1024; // who wants the first event only should not pay for more
const readAheadBytes = 256 * 1024;

/**
 * The lines of a file from `fromByte` on, which must be where a line begins. What follows the last
 * line feed is left out. Holds no more than a line that is not too long.
 *
 * @param room what is read first goes there, and is as much; as for `linesBackward`
 */
export function* linesForward(
  log: LogFile,
  fromByte = 0,
  room: Buffer = Buffer.allocUnsafe(firstReadBytes),
): Generator<RawLine, void, undefined> {
  let buffer = room;
  let bufferStart = fromByte; // where in the file the first line in the buffer begins
  let filled = 0;
  let dropped = 0; // bytes of that line that are not kept, because it is too long
  for (;;) {
    const position = bufferStart + dropped + filled;
    const size = readInto(log, buffer.subarray(filled), position);
    if (size === 0) return;
    const view = buffer.subarray(0, filled + size);
    let start = 0;
    for (let end = view.indexOf(lineFeed, filled); end !== -1;) {
      const sizeBytes = end - start + dropped;
      yield { start: bufferStart + start, bytes: view.subarray(start, end), sizeBytes };
      bufferStart += dropped;
      dropped = 0;
      start = end + 1;
      end = view.indexOf(lineFeed, start);
    }
    bufferStart += start;
    filled = view.length - start;
    if (filled > maxLineBytes) {
      dropped += filled - keptOfTooLong;
      filled = keptOfTooLong;
    }
    buffer = movedToFront(buffer, start, filled);
  }
}

function readInto(log: LogFile, into: Buffer, position: number): number {
  const wanted = Math.min(into.length, log.sizeBytes - position);
  return wanted <= 0 ? 0 : log.read(into.subarray(0, wanted), position);
}

/**
 * A buffer that begins with `length` bytes from `start`, with as much room behind them at least. It
 * grows from reading to reading, so that who reads little pays little.
 */
function movedToFront(buffer: Buffer, start: number, length: number): Buffer {
  const capacity = Math.max(Math.min(readAheadBytes, buffer.length * 4), length * 2);
  const fits = buffer.length >= capacity && buffer.length <= capacity * 4;
  const target = fits ? buffer : Buffer.allocUnsafe(capacity);
  buffer.copy(target, 0, start, start + length);
  return target;
}
