import { RefoldError } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import { rootSum } from "../chain.js";
import { JsonWriter } from "./json-writer.js";
import { endLine, lastSum, linkBytes, suffixBytes } from "./line-ending.js";

/** Lines longer than this, without their line feed, are neither written nor read: 256 MiB. */
export const maxLineBytes = 256 * 1024 * 1024;

/** The members of a line in the order of docs/file-format.md#a-line; others stand last. */
const members = ["offset", "id", "at", "type", "v", "turn", "data", "derived", "foreign"] as const;
/** Where each is. `left`, `prev` and `sum` are made anew: they stand nowhere. */
const places = new Map<string, number>([
  ...members.map((member, index) => [member, index] as const),
  ["left", -1],
  ["prev", -1],
  ["sum", -1],
]);

interface EncodeOptions {
  /**
   * The sum of the line before the batch. Null: the lines name none. Absent: that of a log's first line,
   * or none where no log begins with the batch.
   */
  readonly after?: number | null | undefined;
  /**
   * Where the bytes go if they fit: a batch is written at once, and a buffer of its own for each costs
   * more than its checksums.
   */
  readonly room?: JsonWriter;
}

/**
 * Encodes a batch as lines, each with its line feed. The same events after the same line give the same
 * bytes.
 * @param events oldest first, each one that `checkEvent` accepts; `left`, `prev` and `sum` on them are
 *   ignored and made anew. Members beyond those of the format are after them, just before `prev`
 * @throws {RefoldError} `invalid-event`: a line would be longer than `maxLineBytes`, or no JSON
 */
export function encodeBatch(
  events: readonly LogEvent[],
  { after = rootOf(events), room: lines = new JsonWriter() }: EncodeOptions = {},
): Buffer {
  lines.clear();
  let [before, left] = [after, events.length];
  for (const event of events) {
    const start = lines.end;
    writeMembers(lines, event, (left -= 1));
    const length = lines.end - start + (before === null ? 0 : linkBytes) + suffixBytes;
    if (length > maxLineBytes) {
      throw notEncodable(event.offset, `its line would have ${length} bytes`);
    }
    const sum = endLine(lines, start, before);
    before = before === null ? null : sum;
  }
  return lines.bytes.subarray(0, lines.end);
}

/** Encodes the batches of a log from its first line on. */
export function* encodeLog(batches: Iterable<readonly LogEvent[]>): Generator<Buffer> {
  let after: number | undefined;
  for (const batch of batches) {
    const bytes = encodeBatch(batch, { after });
    after = lastSum(bytes);
    yield bytes;
  }
}

function rootOf([first]: readonly LogEvent[]): number | null {
  return first === undefined ? null : rootSum(first);
}

/** Writes an event without `prev` and `sum`, and without the closing brace. */
function writeMembers(line: JsonWriter, event: LogEvent, left: number): void {
  line.ascii('{"offset":');
  line.number(event.offset);
  if (left > 0) line.member("left", left);
  const { end } = line;
  try {
    if (writeAsOrdered(line, event)) return;
    line.end = end;
    for (const [name, place] of places) if (place > 0) writeMember(line, event, name);
    for (const name of Object.keys(event)) if (!places.has(name)) writeMember(line, event, name);
  } catch (cause) {
    throw notEncodable(event.offset, "it is no JSON, nests too deeply or is too long", { cause });
  }
}

/**
 * Goes over the members that are there: asking for each that may be there costs several times as much.
 * @returns false: they are in another order than that of the format
 */
function writeAsOrdered(line: JsonWriter, event: LogEvent): boolean {
  let last = 0;
  for (const name in event) {
    const place = places.get(name) ?? places.size;
    if (place <= 0) continue;
    if (place < last) return false;
    writeMember(line, event, name);
    last = place;
  }
  return true;
}

function writeMember(line: JsonWriter, event: LogEvent, name: string): void {
  if (name !== "v" || event.v !== 1) line.member(name, event[name]);
}

/** An event cannot be written as a line: too long, or it holds something that JSON cannot say. */
function notEncodable(
  offset: number,
  why: string,
  options?: ErrorOptions,
): RefoldError<"invalid-event"> {
  const details = { offset, type: null, issues: [{ path: "", reason: why }] };
  const message = `the event at offset ${offset} cannot be written: ${why}`;
  return new RefoldError("invalid-event", details, { message }, options);
}
