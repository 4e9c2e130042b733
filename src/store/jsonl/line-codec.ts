import { isRefoldError, RefoldError, type LogDamage } from "../../errors.js";
import { crc32 } from "node:zlib";
import { checkEvent, type CheckOptions, checkPlacedFact } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { type ChainedEvent, rootSum } from "../chain.js";
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
/** What a line has besides its members takes fewer bytes than this. */
const frameBytes = 128;
/** What is before it in a line that names the sum of the line before. */
const linkPlaceholder = ',"prev":"00000000"';
/** Where the last digit of the link is, counted back from the suffix. */
const lastLinkDigit = 2;
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
/** A unit of UTF-16 is at most this many bytes of UTF-8. */
const bytesPerUnit = 3;
/** The members of a line in the order of docs/file-format.md#a-line; others stand last. */
const members = ["offset", "id", "at", "type", "v", "turn", "data", "derived", "foreign"] as const;
/** Where each is. `left`, `prev` and `sum` are made anew: they stand nowhere. */
const places = new Map<string, number>([
  ...members.map((member, index) => [member, index] as const),
  ["left", -1],
  ["prev", -1],
  ["sum", -1],
]);
const noMembers = Object.fromEntries(Array.from(places.keys(), (member) => [member, undefined]));
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
  readonly room?: Buffer;
}

const noRoom = Buffer.alloc(0);

/**
 * Encodes a batch as lines, each with its line feed. The same events after the same line give the same
 * bytes.
 * @param events oldest first, each one that `checkEvent` accepts; `left`, `prev` and `sum` on them are
 *   ignored and made anew. Members beyond those of the format are after them, just before `prev`
 * @throws {RefoldError} `invalid-event`: a line would be longer than `maxLineBytes`, or no JSON
 */
export function encodeBatch(
  events: readonly LogEvent[],
  { after = rootOf(events), room = noRoom }: EncodeOptions = {},
): Buffer {
  let bytes = room;
  let [start, before, left] = [0, after, events.length];
  for (const event of events) {
    left -= 1;
    const text = textOfMembers(event);
    bytes = withRoom(bytes, start, text);
    const end = writeMembers(bytes, start, { text, offset: event.offset, left });
    const sum = writeEnding(bytes, { start, end, offset: event.offset }, before);
    start = end + (before === null ? 0 : linkBytes) + placeholder.length;
    if (before !== null) before = sum;
  }
  return bytes.subarray(0, start);
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

/** @returns a buffer with the bytes so far and room for a line; the same one where it has that */
function withRoom(bytes: Buffer, used: number, text: string): Buffer {
  if (used + text.length * bytesPerUnit + frameBytes <= bytes.length) return bytes;
  const least = used + Buffer.byteLength(text) + frameBytes;
  if (least <= bytes.length) return bytes;
  const grown = Buffer.allocUnsafe(used === 0 ? least : Math.max(least, 2 * bytes.length));
  bytes.copy(grown, 0, 0, used);
  return grown;
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

function textOfMembers(event: LogEvent): string {
  try {
    return encodeMembers(event);
  } catch (cause) {
    throw notEncodable(event.offset, "it is no JSON, or too long", { cause });
  }
}

/** An event without `left`, `prev` and `sum`, its members in their order. */
function encodeMembers(event: LogEvent): string {
  // Written part by part, a line would cost a fifth more.
  if (isInOrder(event)) return JSON.stringify(event);
  const { offset, id, at, type, v, turn, data, derived, foreign } = event;
  const version = v === 1 ? undefined : v;
  const own = { offset, id, at, type, v: version, turn, data, derived, foreign };
  const ownText = JSON.stringify(own);
  const othersText = JSON.stringify({ ...event, ...noMembers });
  return othersText === "{}" ? ownText : `${ownText.slice(0, -1)},${othersText.slice(1)}`;
}

/**
 * Whether the event is, as it is, what its line says. Goes over the members that are there: asking for
 * each that may be there costs several times as much.
 */
function isInOrder(event: LogEvent): boolean {
  let last = 0;
  for (const member in event) {
    const place = places.get(member) ?? places.size;
    if (place < last || (member === "v" && event.v === 1)) return false;
    last = place;
  }
  return true;
}

interface LineMembers {
  readonly text: string;
  readonly offset: number;
  readonly left: number;
}

/** @returns where they end, without their closing brace */
function writeMembers(bytes: Buffer, start: number, { text, offset, left }: LineMembers): number {
  if (left === 0) return start + bytes.write(text, start) - 1;
  const added = `,"left":${left}`;
  const textStart = start + added.length;
  const end = textStart + bytes.write(text, textStart) - 1;
  bytes.write(`{"offset":${offset}${added}`, start, "latin1"); // over the offset that the text begins with
  return end;
}

interface LineExtent {
  readonly start: number;
  /** Of its members. */
  readonly end: number;
  readonly offset: number;
}

/** @returns the line's sum */
function writeEnding(
  bytes: Buffer,
  { start, end, offset }: LineExtent,
  before: number | null,
): number {
  const suffixStart = end + (before === null ? 0 : linkBytes);
  const length = suffixStart + suffixBytes - start;
  if (length > maxLineBytes) throw notEncodable(offset, `its line would have ${length} bytes`);
  bytes.write(before === null ? placeholder : linkPlaceholder + placeholder, end, "latin1");
  if (before !== null) writeSum(bytes, suffixStart - lastLinkDigit, before);
  const sum = crc32(bytes.subarray(start, suffixStart));
  writeSum(bytes, suffixStart + lastDigit, sum);
  return sum;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON text parses to undefined; the caller reports the damage
  }
}
