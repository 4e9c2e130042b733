import { invalidArgument } from "../errors.js";
import { invalidEvent } from "../events/errors.js";
import type { LogEvent } from "../events/event.js";
import { type ChainedEvent, isRooted, linkFault, sumToLink, threadBegunBy } from "./chain.js";
import type { NewerEvents } from "./event-store.js";
import { beginsLog } from "./fork-thread.js";
import { decodeLine } from "./jsonl/line-decoder.js";
import { encodeBatch } from "./jsonl/line-encoder.js";
import { splitLines } from "./jsonl/lines.js";

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
  const lines = splitLines(bufferOf(bytes)).map((line) => ({
    ...decodeChained(line.bytes, newer),
    bytes: line.bytes,
  }));
  for (const [index, line] of lines.entries()) checkLink(lines[index - 1], line);
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

function misplaced(
  { event }: ChainedEvent,
  reason = "its line does not go on from the line before it",
) {
  return invalidEvent({ offset: event.offset, type: event.type }, [{ path: "prev", reason }]);
}

/**
 * Holds a line to the one before it.
 * @throws {RefoldError} `invalid-event`: lines are missing between the two, or one was written elsewhere
 */
export function checkLink(before: ChainedEvent | undefined, next: ChainedEvent): void {
  if (before !== undefined && linkFault(before, next) !== null) throw misplaced(next);
}

/**
 * A batch as the lines of a rollout (docs/file-format.md), each with what is `left` of the batch, the
 * sum of the line before it (`prev`) and its own `sum`: what a driver of your own stores, an event a line, without line feeds.
 * @param before the event of the line before; undefined: there is none
 * @throws {RefoldError} `invalid-event`: an event has no line
 */
export function encodeLines(
  events: readonly LogEvent[],
  before: LogEvent | undefined,
): readonly string[] {
  const bytes = encodeBatch(events, { after: before && sumToLink(before) });
  let start = 0;
  return events.map(() => {
    const end = bytes.indexOf("\n", start);
    const line = bytes.toString("utf8", start, end);
    start = end + 1;
    return line;
  });
}

/**
 * The event of such a line.
 * @param newer as in `ReadOptions`
 * @throws {RefoldError} `invalid-event`: the line is damaged
 * @throws {RefoldError} `needs-newer-version`
 */
export function decodeEventLine(line: string, newer?: NewerEvents["newer"]): LogEvent {
  return decodeChained(Buffer.from(line), newer).event;
}

/** The same, with what the line says of the one before it. */
export function decodeChained(line: Buffer, newer: NewerEvents["newer"] = "refuse"): ChainedEvent {
  const read = decodeLine(line, newer);
  if (read.event !== undefined) return read;
  const reason = `its line is damaged (${read.damage})`;
  throw invalidEvent({ offset: null, type: null }, [{ path: "", reason }]);
}
