import { invalidArgument } from "../errors.js";
import { invalidEvent } from "../events/errors.js";
import { type ChainedEvent, isLinked, isRooted, threadBegunBy } from "./chain.js";
import type { NewerEvents } from "./event-store.js";
import { beginsLog } from "./fork-thread.js";
import { continuesBatch, cutsBatch } from "./jsonl/find-batch.js";
import { decodeLine } from "./jsonl/line-codec.js";

/** A line as it is stored. */
interface DecodedLine extends ChainedEvent {
  /** Without the line feed. */
  readonly bytes: Buffer;
}

/** Whole batches as a store holds them, byte for byte. */
export interface StoredLines {
  readonly bytes: Buffer;
  /** Oldest first; one at least. */
  readonly lines: readonly [DecodedLine, ...(readonly DecodedLine[])];
  /** Whether a thread that is not there may begin with them. */
  readonly begins: boolean;
}

const lineFeed = 0x0a;

/**
 * Checks lines that another store holds before a driver stores them as they are: sums, offsets, the
 * chain, and that every batch is whole.
 *
 * @param bytes lines with their line feeds, one at least
 * @throws {RefoldError} `invalid-argument`: they do not begin at `expectedHead`
 * @throws {RefoldError} `invalid-event`: a line is damaged, or does not go on from the line before it
 */
export function decodeStoredLines(
  threadId: string,
  expectedHead: number,
  bytes: Uint8Array,
): StoredLines {
  const buffer = bufferOf(bytes);
  const [first, ...others] = decodeLines(buffer);
  if (first?.event.offset !== expectedHead) {
    const found = first === undefined ? "no line" : `offset ${first.event.offset}`;
    throw invalidArgument(`the lines begin with ${found} where ${expectedHead} is expected`);
  }
  const lines = [first, ...others] as const;
  const isNamed = lines.some(({ event }) => threadBegunBy(event) === threadId);
  return { bytes: buffer, lines, begins: isNamed && beginsLog(first.event) && isRooted(first) };
}

/**
 * The lines of whole batches.
 * @throws {RefoldError} `needs-newer-version`: with `refuse`
 * @throws {RefoldError} `invalid-event`: a line is damaged, or does not go on from the line before it
 */
export function decodeLines(
  bytes: Uint8Array,
  newer: NewerEvents["newer"] = "ignore",
): readonly DecodedLine[] {
  const lines = Array.from(linesOf(bufferOf(bytes)), (line) => decodeWhole(line, newer));
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && !isNext(before, line)) throw misplaced(line);
  }
  const last = lines.at(-1);
  if (last?.event.left !== undefined) throw misplaced(last, "its batch is not whole");
  return lines;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Holds the first of some lines to the newest line of the thread that they are to be added to.
 * @param sum of that line; undefined: its lines name none
 * @throws {RefoldError} `invalid-event`: they were written after another line
 */
export function checkGoesOn({ lines: [first] }: StoredLines, sum: number | undefined): void {
  if (first.prev !== null && first.prev !== sum) throw misplaced(first);
}

function* linesOf(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed === -1 ? bytes.length : feed;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

function decodeWhole(bytes: Buffer, newer: NewerEvents["newer"]): DecodedLine {
  const read = decodeLine(bytes, newer);
  if (read.event !== undefined) return { ...read, bytes };
  const reason = `its line is damaged (${read.damage})`;
  throw invalidEvent({ offset: null, type: null }, [{ path: "", reason }]);
}

function isNext(before: ChainedEvent, line: ChainedEvent): boolean {
  const [{ event }, { event: next }] = [before, line];
  if (next.offset !== event.offset + 1 || !isLinked(before, line)) return false;
  return event.left === undefined || continuesBatch(event, next) || cutsBatch(event, next);
}

function misplaced(
  { event }: ChainedEvent,
  reason = "its line does not go on from the line before it",
) {
  return invalidEvent({ offset: event.offset, type: event.type }, [{ path: "prev", reason }]);
}
