import type { LogDamage } from "../../errors.js";
import type { CheckOptions } from "../../events/check-event.js";
import { type DecodedLine, decodeLine } from "./line-decoder.js";
import { maxLineBytes } from "./line-encoder.js";
import { type LogFile, logChunks } from "./log-file.js";
import { listBytes } from "./marked-list.js";

/** A line of a file, without its line feed. */
export interface RawLine {
  /** Byte offset of its first byte. */
  readonly start: number;
  /** Valid until the next line is asked for. Of a line that is too long: how it begins. */
  readonly bytes: Buffer;
  readonly sizeBytes: number;
}

/** How much is kept of a line that is too long. */
const keptOfTooLong = 256;

/** The byte after a line and its line feed. */
export function endOf(line: Pick<RawLine, "start" | "sizeBytes">): number {
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
function fillFrom(log: LogFile, position: number, bytes: Buffer): Buffer {
  let filled = 0;
  while (filled < bytes.length) {
    const read = log.read(bytes.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

const lineFeed = 0x0a;
const firstReadBytes = 16 * 1024; // who wants the first event only should not pay for more
const readAheadBytes = 256 * 1024;

/** The end of a line that is longer is looked for before it is held: so one that is too long never is. */
const longLineBytes = 1024 * 1024;

/** Free, before the first line of a buffer. */
const marginBytes = 1;

/**
 * The lines of a file from `fromByte` on, which must be where a line begins. What follows the last
 * line feed is left out. Holds no more than a line that is not too long, and what is read at a time.
 *
 * @param room what is read first goes there, and is as much; as for `linesBackward`
 */
export function* linesForward(
  log: LogFile,
  fromByte = 0,
  room?: Buffer,
): Generator<RawLine, void, undefined> {
  for (const run of lineRuns(log, fromByte, room)) for (const line of run) yield line;
}

/** The same, several lines at a time, which stand one after another in memory until more are asked for. */
export function* lineRuns(
  log: LogFile,
  fromByte = 0,
  room: Buffer = Buffer.allocUnsafe(firstReadBytes),
): Generator<readonly RawLine[], void, undefined> {
  let buffer = room;
  let lineStart = fromByte; // where in the file the first line in the buffer begins
  let filled = marginBytes;
  let longEnd = -1; // where the line feed after a long line is
  for (;;) {
    const size = readInto(log, buffer.subarray(filled), lineStart + filled - marginBytes);
    if (size === 0) return;
    const view = buffer.subarray(0, filled + size);
    let start = marginBytes;
    let run: RawLine[] = [];
    let due = start + listBytes;
    for (let end = view.indexOf(lineFeed, filled); end !== -1;) {
      const sizeBytes = end - start;
      run.push({ start: lineStart, bytes: view.subarray(start, end), sizeBytes });
      lineStart += sizeBytes + 1;
      start = end + 1;
      end = view.indexOf(lineFeed, start);
      if (start < due && end !== -1) continue;
      yield run;
      run = [];
      due = start + listBytes;
    }
    filled = view.length - start;
    if (filled > longLineBytes && longEnd < lineStart) {
      longEnd = feedFrom(log, lineStart + filled);
      if (longEnd === -1) return;
      const sizeBytes = longEnd - lineStart;
      if (sizeBytes > maxLineBytes) {
        yield [{ start: lineStart, bytes: view.subarray(start, start + keptOfTooLong), sizeBytes }];
        lineStart = longEnd + 1;
        filled = 0;
      }
    }
    const wanted = longEnd < lineStart ? filled * 2 : longEnd - lineStart + readAheadBytes;
    buffer = movedToFront(buffer, { start, length: filled, wanted });
    filled += marginBytes;
  }
}

/** Where the first line feed from a byte on is; -1: there is none. Holds nothing of what is before it. */
function feedFrom(log: LogFile, from: number): number {
  const bytes = Buffer.allocUnsafe(readAheadBytes);
  for (let at = from; ;) {
    const size = readInto(log, bytes, at);
    if (size === 0) return -1;
    const feed = bytes.subarray(0, size).indexOf(lineFeed);
    if (feed !== -1) return at + feed;
    at += size;
  }
}

function readInto(log: LogFile, into: Buffer, position: number): number {
  const wanted = Math.min(into.length, log.sizeBytes - position);
  return wanted <= 0 ? 0 : log.read(into.subarray(0, wanted), position);
}

/**
 * A buffer that has `length` bytes from `start` after its margin, and so many as are wanted at least. It
 * grows from reading to reading, so that who reads little pays little.
 */
function movedToFront(
  buffer: Buffer,
  {
    start,
    length,
    wanted,
  }: { readonly start: number; readonly length: number; readonly wanted: number },
): Buffer {
  const capacity = Math.max(Math.min(readAheadBytes, buffer.length * 4), wanted);
  const fits = buffer.length >= capacity && buffer.length <= capacity * 4;
  const target = fits ? buffer : Buffer.allocUnsafe(capacity);
  buffer.copy(target, marginBytes, start, start + length);
  return target;
}

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
  let end = -1; // where the line feed after the current line is; -1: none was seen yet
  let held: Buffer | null = nothing; // what was read of that line; null: it is long, and read when its start is found
  for (let start = log.sizeBytes; start > 0;) {
    // Of a long line more is read at a time, so that putting it together stays linear.
    const chunkStart = Math.max(0, start - Math.max(chunkBytes, held?.length ?? readAheadBytes));
    const size = start - chunkStart;
    const hasRoom = start === log.sizeBytes && room !== undefined && size <= room.length;
    const bytes = hasRoom ? room.subarray(0, size) : Buffer.allocUnsafe(size);
    const chunk = fillFrom(log, chunkStart, bytes);
    start = chunkStart;
    let at = chunk.length;
    for (let feed = feedBefore(chunk, at); feed !== -1; feed = feedBefore(chunk, at)) {
      if (end !== -1) {
        const read: Buffer | null = held && joined(chunk.subarray(feed + 1, at), held);
        yield lineAt(log, { start: start + feed + 1, end }, read);
      }
      held = nothing;
      at = feed;
      end = start + feed;
    }
    if (end === -1) continue;
    held =
      held === null || end - start > longLineBytes ? null : joined(chunk.subarray(0, at), held);
  }
  if (end !== -1) yield lineAt(log, { start: 0, end }, held);
}

function feedBefore(chunk: Buffer, at: number): number {
  return at === 0 ? -1 : chunk.lastIndexOf(lineFeed, at - 1);
}

function lineAt(
  log: LogFile,
  { start, end }: { readonly start: number; readonly end: number },
  read: Buffer | null,
): RawLine {
  const sizeBytes = end - start;
  const kept = sizeBytes > maxLineBytes ? keptOfTooLong : sizeBytes;
  return { start, bytes: read ?? readBytes(log, start, start + kept), sizeBytes };
}

/** Most lines are in one chunk: those are not copied. */
function joined(before: Buffer, after: Buffer): Buffer {
  return after.length === 0 ? before : Buffer.concat([before, after]);
}

/** The 1-based number of the line that begins at a byte. Reads the file up to there. */
export function lineNumber(log: LogFile, start: number): number {
  let lineFeeds = 0;
  for (const bytes of logChunks(log, start)) lineFeeds += lineFeedsIn(bytes);
  return lineFeeds + 1;
}

export function lineFeedsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return count;
}

/**
 * The lines of bytes that are all there, oldest first.
 * @param startByte of the bytes, as a reading counts
 */
export function splitLines(bytes: Buffer, startByte = 0): RawLine[] {
  const lines: RawLine[] = [];
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, at);
    // Without its line feed a line was cut short, even if nothing else is missing.
    const line = bytes.subarray(at, feed);
    lines.push({ start: startByte + at, bytes: line, sizeBytes: line.length });
    at = feed === -1 ? bytes.length : feed + 1;
  }
  return lines;
}

/** How many bytes are the same, from the start. */
export function sameBytes(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length);
  if (Buffer.compare(one.subarray(0, most), other.subarray(0, most)) === 0) return most;
  for (let at = 0; ; at += 1) if (one[at] !== other[at]) return at;
}

/** What is said of a line that is damaged. */
export function damageAt(
  log: LogFile,
  { start, sizeBytes }: RawLine,
  { reason, offset }: Pick<LogDamage, "reason" | "offset">,
): LogDamage {
  const place = { file: log.path, line: lineNumber(log, start), byte: start };
  return { ...place, offset, reason, bytes: sizeBytes + 1 };
}

/** What the beginning of a line says about its place. Nothing is checked: a guess to start from. */
interface LinePlace {
  readonly offset: number;
  /** How many lines of the same batch follow. */
  readonly left: number;
}

const beginning = /^\{"offset":(\d{1,15}),(?:"left":(\d{1,15}),)?"id":"/;
const lookedAtBytes = 64;

/** @returns null when the line does not begin as lines do */
export function peekPlace(line: Buffer): LinePlace | null {
  const found = beginning.exec(line.toString("latin1", 0, Math.min(lookedAtBytes, line.length)));
  return found && { offset: Number(found[1]), left: Number(found[2] ?? 0) };
}

const beginningUpToType =
  /^\{"offset":(\d{1,15}),(?:"left":\d{1,15},)?"id":"[^"]{26}","at":"[^"]{1,32}","type":"([^"\\]*)"/;
const restUpToData = /(?:,"v":\d{1,15})?(?:,"turn":"[^"]{26}")?(?=,"data":)/y;
const lookedAtForType = 256;

/** The type of the event that a line holds. As `peekPlace`: a guess to start from. */
export function peekType(line: Buffer): string | null {
  return beginningUpToType.exec(beginningOf(line))?.[2] ?? null;
}

/** The same with the offset, and where the comma before the data is. */
export function peekHead(
  line: Buffer,
): { readonly offset: number; readonly type: string; readonly dataByte: number } | null {
  const text = beginningOf(line);
  const found = beginningUpToType.exec(text);
  if (found === null) return null;
  const [beginning, offset, type = ""] = found;
  restUpToData.lastIndex = beginning.length;
  const rest = restUpToData.exec(text);
  if (rest === null) return null;
  return { offset: Number(offset), type, dataByte: beginning.length + rest[0].length };
}

function beginningOf(line: Buffer): string {
  return line.toString("latin1", 0, Math.min(lookedAtForType, line.length));
}
