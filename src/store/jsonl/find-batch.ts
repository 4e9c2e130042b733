import type { LogEvent } from "../../events/event.js";
import { type ChainedEvent, continuesBatch, linkFault } from "../chain.js";
import { beginsLog } from "../fork-thread.js";
import { RecentlyUsed } from "../../recently-used.js";
import { decodeRawLine, endOf, linesBackward, linesForward, peekPlace } from "./lines.js";
import type { LogFile } from "./log-file.js";

interface LogEnd {
  /** The last event with none left. */
  readonly last: LogEvent;
  /** The offset after it. */
  readonly head: number;
  /** The byte after its line. */
  readonly byte: number;
}

/** Searched line by line rather than by halves. */
const smallBytes = 32 * 1024;

/**
 * The byte at which the batch begins that holds an offset, found by binary search: each line names
 * its own. What the search believes on the way is proved at its end, by sums and neighbours.
 *
 * @returns null when there is no such offset, or when damage makes it uncertain where it is:
 *   whoever needs it reads the whole log
 */
export function findBatchStart(log: LogFile, offset: number): number | null {
  const found = findEvent(log, offset);
  return found && startOfBatch(log, found);
}

/** The byte after the batch that holds an offset; null as for `findBatchStart`. */
export function findBatchEnd(log: LogFile, offset: number): number | null {
  const found = findEvent(log, offset);
  return found && endOfBatch(log, found);
}

/** The event of an offset, if all of its batch is there; null as for `findBatchStart`. */
export function findWhole(log: LogFile, offset: number): LogEvent | null {
  const found = findEvent(log, offset);
  if (found === null || startOfBatch(log, found) === null) return null;
  return endOfBatch(log, found) === null ? null : found.event;
}

function startOfBatch(log: LogFile, found: FoundEvent): number | null {
  let after: ChainedEvent = found;
  for (const line of linesBackward({ ...log, sizeBytes: found.byte })) {
    const before = decodeRawLine(line);
    if (before.damage !== undefined || linkFault(before, after) !== null) return null;
    if (!continuesBatch(before.event, after.event)) return endOf(line);
    after = before;
  }
  return beginsLog(after.event) ? 0 : null;
}

function endOfBatch(log: LogFile, found: FoundEvent): number | null {
  if (found.event.left === undefined) return found.endByte;
  let before: ChainedEvent = found;
  for (const line of linesForward(log, found.endByte)) {
    const read = decodeRawLine(line);
    if (read.damage !== undefined || linkFault(before, read) !== null) return null;
    if (read.event.left === undefined) return endOf(line);
    before = read;
  }
  return null;
}

/** The first event of a log, or, where its beginning is damaged, the first that can be read. */
export function findFirstEvent(log: LogFile): LogEvent | null {
  return findFirstLine(log)?.event ?? null;
}

/** Whether each line names the sum of the line before it, from the first that can be read on. */
export function isChained(log: LogFile): boolean {
  return findFirstLine(log)?.prev !== null; // in a log without lines there is none that does not
}

function findFirstLine(log: LogFile): ChainedEvent | null {
  for (const line of linesForward(log)) {
    const read = decodeRawLine(line);
    if (read.damage === undefined) return read;
  }
  return null;
}

/** Where a log ends for a reader: after the last line with none left. Null: it has no such line. */
export function findLogEnd(log: LogFile): LogEnd | null {
  for (const line of linesBackward(log)) {
    const { event } = decodeRawLine(line);
    if (event !== undefined && event.left === undefined) {
      return { last: event, head: event.offset + 1, byte: endOf(line) };
    }
  }
  return null;
}

interface FoundEvent extends ChainedEvent {
  /** Where its line begins, and the byte after it. */
  readonly byte: number;
  readonly endByte: number;
}

/** Where a line was found last, by file: to resume a fork is to look for one line several times. */
const LAST_FOUND = new RecentlyUsed<string, { readonly offset: number; readonly byte: number }>();
const MOST_FOUND = 64;

/** The event of an offset. Null as above. */
export function findEvent(log: LogFile, offset: number): FoundEvent | null {
  const last = LAST_FOUND.get(log.path);
  const isKnown = last?.offset === offset;
  const known = isKnown ? findWithin(log, offset, { low: last.byte, high: last.byte + 1 }) : null;
  const found = known ?? findWithin(log, offset, narrow(log, offset));
  if (found !== null) LAST_FOUND.set(log.path, { offset, byte: found.byte }).keep(MOST_FOUND);
  return found;
}

function findWithin(log: LogFile, offset: number, { low, high }: Stretch): FoundEvent | null {
  for (const line of linesForward(log, low)) {
    if (line.start >= high) return null;
    if (peekPlace(line.bytes)?.offset !== offset) continue;
    const found = decodeRawLine(line);
    if (found.damage !== undefined || found.event.offset !== offset) continue;
    return { ...found, byte: line.start, endByte: endOf(line) };
  }
  return null;
}

/** Of a file: `low` is where a line begins. */
interface Stretch {
  readonly low: number;
  readonly high: number;
}

/** Halves the stretch of the file in which the line begins until it is small. */
function narrow(log: LogFile, offset: number): Stretch {
  let low = 0;
  let high = log.sizeBytes;
  while (high - low > smallBytes) {
    const middle = Math.floor((low + high) / 2);
    const probe = placeBehind(log, middle, high);
    if (probe !== null && probe.offset <= offset) low = probe.byte;
    else high = middle + 1; // no line that begins after the middle is the one
  }
  return { low, high };
}

/** The first line that begins after `middle` and before `high`, and tells its offset. */
function placeBehind(log: LogFile, middle: number, high: number) {
  for (const line of linesForward(log, middle)) {
    if (line.start === middle) continue; // the rest of a line, unless by chance
    if (line.start >= high) return null;
    const place = peekPlace(line.bytes);
    if (place !== null) return { offset: place.offset, byte: line.start };
  }
  return null;
}
