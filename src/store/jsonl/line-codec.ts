import { isRefoldError, RefoldError, type LogDamage } from "../../errors.js";
import { crc32 } from "node:zlib";
import { checkEvent, type CheckOptions, checkPlacedFact } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import { type ChainedEvent, rootSum } from "../chain.js";
import { JsonWriter } from "./json-writer.js";
import { type LineHead, readHead } from "./line-head.js";

/** Lines longer than this, without their line feed, are neither written nor read: 256 MiB. */
export const maxLineBytes = 256 * 1024 * 1024;

const comma = 0x2c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
/** `xxxxxxxx"}`: the end of a line from its sum on. */
const sumBytes = 10;
/** `,"sum":"xxxxxxxx"}`: how every line ends; the checksum covers all bytes before it. */
const suffixBytes = 18;
const placeholder = ',"sum":"00000000"}\n';
/** What is before it in a line that names the sum of the line before. */
const linkPlaceholder = ',"prev":"00000000"';
const anyDigit = 0;
const digits = "0123456789abcdef";
/** Where in the suffix the sum's last digit is. */
const lastDigit = 15;
const suffix = formOf(placeholder.slice(0, suffixBytes));
const linkForm = formOf(linkPlaceholder);
const linkBytes = linkForm.length;
/** The value of each byte as a lower-case hex digit; -1: it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  digits.indexOf(String.fromCharCode(byte)),
);
/** How a line begins; `placeBytes` hold that of any. */
const placePattern = /^\{"offset":(\d+),(?:"left":\d*,)?/;
const placeBytes = 64;
/** The members of a line in the order of docs/file-format.md#a-line; others stand last. */
const members = ["offset", "id", "at", "type", "v", "turn", "data", "derived", "foreign"] as const;
/** Where each is. `left`, `prev` and `sum` are made anew: they stand nowhere. */
const places = new Map<string, number>([
  ...members.map((member, index) => [member, index] as const),
  ["left", -1],
  ["prev", -1],
  ["sum", -1],
]);
const ignoreNewer: CheckOptions = { newer: "ignore" };

/** The bytes of a placeholder, with `anyDigit` for those of its sum. */
function formOf(placeholder: string): Buffer {
  return Buffer.from(placeholder.replace(/0{8}/, "\0".repeat(8)));
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

/** What a line's bytes are: an event, or damage of one of the kinds that show in a single line. */
export type DecodedLine =
  | (ChainedEvent & { readonly damage?: never })
  | {
      readonly damage: Extract<LogDamage["reason"], "sum" | "json" | "schema">;
      readonly event?: never;
    };

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
    before = writeEnding(lines, start, event.offset, before);
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

/** The sum of the last line of an encoded batch. */
export function lastSum(batch: Buffer): number {
  return hexIn(batch, batch.length - 1 - suffixBytes, suffix);
}

function rootOf([first]: readonly LogEvent[]): number | null {
  return first === undefined ? null : rootSum(first);
}

/**
 * Reads one line, without its line feed. Every line of every log goes through here. The event is the
 * parsed object itself, with `left` and `sum` as they are in the line and without `prev`, brought to the
 * current version of its type.
 *
 * @param newer what becomes of events that only a newer version understands; default `ignore`, for
 *   those who look at places only
 * @throws {RefoldError} `needs-newer-version`: with `refuse`
 */
export function decodeLine(line: Buffer, newer: CheckOptions["newer"] = "ignore"): DecodedLine {
  const end = line.length - suffixBytes;
  const sum = hexIn(line, end, suffix);
  if (end <= 0 || sum !== crc32(line.subarray(0, end))) return { damage: "sum" };
  const link = hexIn(line, end - linkBytes, linkForm);
  const isLinked = link !== -1;
  const options = newer === "ignore" ? ignoreNewer : undefined;
  try {
    const event =
      readPlain(line, isLinked ? end - linkBytes : end, options) ??
      readAny(textOf(line, isLinked ? end : null), options);
    if (event === undefined) return { damage: "json" };
    return { event, sum, prev: isLinked ? link : null };
  } catch (error) {
    if (isRefoldError(error, "invalid-event")) return { damage: "schema" };
    throw error;
  }
}

/**
 * The event of a line that has the members of the format only, and these in their order: what is before
 * the data need not be parsed.
 * @param tailByte where the comma before the first member about the chain is
 * @returns undefined: the line is another
 */
function readPlain(
  line: Buffer,
  tailByte: number,
  options: CheckOptions | undefined,
): LogEvent | undefined {
  const head = readHead(line);
  const facts = head === null ? undefined : parseJson(factsText(line, head.dataByte, tailByte));
  if (head === null || !isJsonObject(facts)) return undefined;
  const event = plainEvent(head, facts["data"], sumText(line));
  const others = Object.keys(facts).length - 1;
  if (others === 0) return checkPlacedFact(event, options);
  const { derived, foreign } = facts;
  if (Number(derived !== undefined) + Number(foreign !== undefined) !== others) return undefined;
  const { sum: last, ...members } = event;
  return checkEvent({ ...members, ...facts, sum: last }, options);
}

/**
 * The text of an object with a line's data and what is between them and `tailByte`. The two commas are
 * braces meanwhile: a text put together of parts would be copied once more.
 */
function factsText(line: Buffer, dataByte: number, tailByte: number): string {
  line[dataByte] = openingBrace;
  line[tailByte] = closingBrace;
  const text = line.toString("utf8", dataByte, tailByte + 1);
  line[dataByte] = comma;
  line[tailByte] = comma;
  return text;
}

/** The digits of a line's sum. Taken one by one they cost half of what cutting them out does. */
function sumText(line: Buffer): string {
  const digit = (index: number) => line[line.length - sumBytes + index] ?? 0;
  return String.fromCharCode(
    digit(0),
    digit(1),
    digit(2),
    digit(3),
    digit(4),
    digit(5),
    digit(6),
    digit(7),
  );
}

/** Each form at one stroke, as for every line that is written. */
function plainEvent(
  { offset, left, id, at, type, v, turn }: LineHead,
  data: unknown,
  sum: string,
): LogEvent {
  if (left === undefined) {
    if (v !== undefined) {
      return turn === undefined
        ? { offset, id, at, type, v, data, sum }
        : { offset, id, at, type, v, turn, data, sum };
    }
    return turn === undefined
      ? { offset, id, at, type, data, sum }
      : { offset, id, at, type, turn, data, sum };
  }
  if (v !== undefined) {
    return turn === undefined
      ? { offset, left, id, at, type, v, data, sum }
      : { offset, left, id, at, type, v, turn, data, sum };
  }
  return turn === undefined
    ? { offset, left, id, at, type, data, sum }
    : { offset, left, id, at, type, turn, data, sum };
}

/** The event of any line. @returns undefined: it is no JSON */
function readAny(text: string, options: CheckOptions | undefined): LogEvent | undefined {
  const value = parseJson(text);
  return value === undefined ? undefined : checkEvent(value, options);
}

/**
 * Whether a damaged line is whole once its `left` is another: then nothing else of it was damaged.
 * @param line without its line feed
 */
export function isWholeWithLeft(line: Buffer, left: number): boolean {
  const end = line.length - suffixBytes;
  const place = placePattern.exec(line.toString("latin1", 0, placeBytes));
  if (end <= 0 || place === null) return false;
  const [found, offset = ""] = place;
  const start = crc32(`{"offset":${offset},"left":${left},`);
  return crc32(line.subarray(found.length, end), start) === hexIn(line, end, suffix);
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

/** @returns the line's sum; null: as `before` */
function writeEnding(
  line: JsonWriter,
  start: number,
  offset: number,
  before: number | null,
): number | null {
  if (before !== null) {
    line.ascii(linkPlaceholder);
    writeSum(line.bytes, line.end - 2, before);
  }
  const { end } = line;
  const length = end + suffixBytes - start;
  if (length > maxLineBytes) throw notEncodable(offset, `its line would have ${length} bytes`);
  line.ascii(placeholder);
  const sum = crc32(line.bytes.subarray(start, end));
  writeSum(line.bytes, end + lastDigit, sum);
  return before === null ? null : sum;
}

function writeSum(bytes: Buffer, last: number, sum: number): void {
  let rest = sum;
  for (let at = last; at > last - 8; at--) {
    bytes[at] = digits.charCodeAt(rest & 0xf);
    rest >>>= 4;
  }
}

/** A line's text, without the link that is before `suffixStart`; null: it has none. */
function textOf(line: Buffer, suffixStart: number | null): string {
  if (suffixStart === null) return line.toString("utf8");
  const ending = line.toString("latin1", suffixStart);
  return line.toString("utf8", 0, suffixStart - linkBytes) + ending;
}

/** The sum in bytes of a form; -1: they have another form. Byte by byte, since every line pays. */
function hexIn(line: Buffer, start: number, form: Buffer): number {
  let sum = 0;
  for (let index = 0; index < form.length; index++) {
    const byte = line[start + index] ?? 0;
    const expected = form[index];
    if (expected !== anyDigit) {
      if (byte !== expected) return -1;
      continue;
    }
    const digit = hexDigits[byte] ?? -1;
    if (digit < 0) return -1;
    sum = sum * 16 + digit;
  }
  return sum;
}
