import { crc32 } from "node:zlib";
import { RefoldError } from "../../errors.js";
import { checkEvent, type CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { InvalidEvent } from "../../events/invalid-event.js";
import type { LogDamage } from "../event-store.js";

/** Lines longer than this, without their line feed, are neither written nor read: 256 MiB. */
export const maxLineBytes = 256 * 1024 * 1024;

const lineFeed = 0x0a;
/** `,"sum":"xxxxxxxx"}`: how every line ends; the checksum covers all bytes before it. */
const suffixBytes = 18;
const placeholder = ',"sum":"00000000"}\n';
const anyDigit = 0;
const suffix = Buffer.from(placeholder.slice(0, suffixBytes).replace(/0{8}/, "\0".repeat(8)));
/** The value of each byte as a lower-case hex digit; -1: it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  "0123456789abcdef".indexOf(String.fromCharCode(byte)),
);
/** Text is gathered up to this many characters and then encoded: well below V8's longest string. */
const pieceLength = 64 * 1024 * 1024;
const ignoreNewer: CheckOptions = { newer: "ignore" };
const namedMembers = new Set(
  ["offset", "left", "id", "at", "type", "v", "turn", "data", "derived", "foreign"].concat("sum"),
);

/** An event cannot be written as a line: too long, or it holds something that JSON cannot say. */
export class EventNotEncodable extends RefoldError {
  readonly code = "invalid-event";
  override readonly name = "EventNotEncodable";
  constructor(
    readonly offset: number,
    why: string,
    options?: ErrorOptions,
  ) {
    super(`the event at offset ${offset} cannot be written: ${why}`, options);
  }
}

/** What a line's bytes are: an event, or damage of one of the kinds that show in a single line. */
export type DecodedLine =
  | { readonly event: LogEvent; readonly damage?: never }
  | {
      readonly damage: Extract<LogDamage["reason"], "sum" | "json" | "schema">;
      readonly event?: never;
    };

/**
 * Encodes a batch as lines, each with its line feed. The same events give the same bytes.
 *
 * @param events oldest first; `left` and `sum` on them are ignored and made anew. Members beyond
 *   those of the design stand behind them, just before `sum`
 * @throws {EventNotEncodable} a line would be longer than `maxLineBytes`, or no JSON
 */
export function encodeBatch(events: readonly LogEvent[]): Buffer {
  const pieces: Buffer[] = [];
  let text = "";
  events.forEach((event, index) => {
    text += encodeLine(event, events.length - 1 - index);
    if (text.length < pieceLength) return;
    pieces.push(Buffer.from(text));
    text = "";
  });
  const rest = Buffer.from(text);
  const bytes = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
  patchSums(bytes, events);
  return bytes;
}

/**
 * Reads one line, without its line feed. Every line of every log goes through here. The event is the
 * parsed object itself, with `left` and `sum` as they stand in the line, brought to the current
 * version of its type.
 *
 * @param newer what becomes of events that only a newer version understands; default `ignore`, for
 *   those who look at places only
 * @throws {NeedsNewerVersion} with `refuse`
 */
export function decodeLine(line: Buffer, newer: CheckOptions["newer"] = "ignore"): DecodedLine {
  const end = line.length - suffixBytes;
  if (end <= 0 || sumIn(line, end) !== crc32(line.subarray(0, end))) return { damage: "sum" };
  const value = parseJson(line);
  if (value === undefined) return { damage: "json" };
  try {
    return { event: checkEvent(value, newer === "ignore" ? ignoreNewer : undefined) };
  } catch (error) {
    if (error instanceof InvalidEvent) return { damage: "schema" };
    throw error;
  }
}

function encodeLine(event: LogEvent, left: number): string {
  const { offset, id, at, type, v, turn, data, derived, foreign } = event;
  const named = {
    offset,
    left: left > 0 ? left : undefined,
    id,
    at,
    type,
    v: v === 1 ? undefined : v,
    turn,
    data,
    derived,
    foreign,
  };
  try {
    return JSON.stringify(named).slice(0, -1) + otherMembers(event) + placeholder;
  } catch (cause) {
    throw new EventNotEncodable(offset, "it is no JSON, or too long", { cause });
  }
}

function otherMembers(event: LogEvent): string {
  let text = "";
  for (const key of Object.keys(event)) {
    if (namedMembers.has(key)) continue;
    const member = JSON.stringify({ [key]: event[key] }).slice(1, -1); // "" when JSON has no word for it
    if (member !== "") text += `,${member}`;
  }
  return text;
}

function patchSums(bytes: Buffer, events: readonly LogEvent[]): void {
  let start = 0;
  for (const { offset } of events) {
    const end = bytes.indexOf(lineFeed, start);
    if (end - start > maxLineBytes) {
      throw new EventNotEncodable(offset, `its line would have ${end - start} bytes`);
    }
    const covered = bytes.subarray(start, end - suffixBytes);
    bytes.write(sumOf(covered), end - suffixBytes + 8, "latin1");
    start = end + 1;
  }
}

/** The sum that a line's suffix tells; -1: it is no suffix. Byte by byte, since every line pays. */
function sumIn(line: Buffer, start: number): number {
  let sum = 0;
  for (let index = 0; index < suffixBytes; index++) {
    const byte = line[start + index] ?? 0;
    const expected = suffix[index];
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

function sumOf(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, "0");
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined; // no JSON text parses to undefined; the caller reports the damage
  }
}
