import type { JsonObject } from "../../events/primitives.js";
import { type ForeignDamage, type LineForm, parseObject, salvageLine } from "./damage.js";
import type { Line } from "./line-splitter.js";

/** Bytes `start` to `end` (exclusive) of the content. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** An object of a session, with its place. */
export interface ForeignObject extends Place {
  readonly value: JsonObject;
  /** Its own text; not what the file holds where bytes were no text or NUL (`exact`). */
  readonly text: string;
  readonly line: number;
  /** True if `text` is, in UTF-8, what the file holds. */
  readonly exact: boolean;
}

/** What a decoder asks of an object; the value is its own from then on, and the event's. */
export type DecodableObject = Pick<ForeignObject, "value" | "text">;

/** A place that is reported; `objectsBefore`: how many of its line's objects are before it. */
export interface DamagedPlace extends Omit<ForeignDamage, "offset" | "file"> {
  readonly objectsBefore: number;
}

/** A line as it was read. */
export interface ReadLine {
  readonly line: Line;
  readonly objects: readonly ForeignObject[];
  readonly damage: readonly DamagedPlace[];
}

const NO_OBJECTS: readonly ForeignObject[] = [];
const NO_DAMAGE: readonly DamagedPlace[] = [];
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The objects of one line, and what is wrong with it. Nothing is wrong with a blank line. */
export function readLine(line: Line, form: LineForm): ReadLine {
  if (line.extent !== "whole") return tooLong(line);
  return readPlain(line) ?? readWithCare(line, form);
}

/** The usual line: one object with no blanks around it, or nothing. Null: it needs more care. */
function readPlain(line: Line): ReadLine | null {
  const { holder, from } = line;
  let { to } = line;
  if (holder[to - 1] === LINE_FEED) to--;
  if (holder[to - 1] === CARRIAGE_RETURN) to--;
  if (to <= from) return { line, objects: NO_OBJECTS, damage: NO_DAMAGE };
  if (holder[from] !== OPEN || holder[to - 1] !== CLOSE) return null;
  const text = holder.toString("utf8", from, to);
  const value = parseObject(text);
  if (value === null || value === "too-deep") return null;
  // The file itself may hold replacement characters.
  if (text.includes("\ufffd") && !isText(line.bytes)) return null;
  const { start, number } = line;
  const place = { start, end: start + to - from, line: number, exact: true };
  const object = new ReadObject(value, place, holder, from);
  return { line, objects: [object], damage: NO_DAMAGE };
}

function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString("utf8"), "utf8").equals(bytes);
}

/** Its text is decoded when it is asked for: a line may be long, and few ask. */
class ReadObject implements ForeignObject {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly exact: boolean;

  /** @param bytes hold its text, from `from` on */
  constructor(
    readonly value: JsonObject,
    { start, end, line, exact }: Place & Pick<ForeignObject, "line" | "exact">,
    private readonly bytes: Buffer,
    private readonly from: number,
  ) {
    this.start = start;
    this.end = end;
    this.line = line;
    this.exact = exact;
  }

  get text(): string {
    return this.bytes.toString("utf8", this.from, this.from + this.end - this.start);
  }
}

/**
 * Pieces are found byte by byte (JSON's structure is ASCII), and each is decoded by itself, so that a
 * place in the text is a place in the file. NUL bytes are read as blanks.
 */
function readWithCare(line: Line, form: LineForm): ReadLine {
  const { bytes: whole } = line;
  const mark = whole.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const firstNul = whole.indexOf(0);
  const bytes = withoutNuls(whole).subarray(mark);
  const start = line.start + mark;
  const decode = (from: number, to: number): string => bytes.toString("utf8", from, to);
  const pieces = salvageLine(bytes.toString("latin1"), decode, form);
  const objects: ForeignObject[] = [];
  const damage: DamagedPlace[] = [];
  const report = (reason: DamagedPlace["reason"], byte: number, count: number): void => {
    const place = { line: line.number, byte, bytes: count };
    damage.push({ ...place, reason, objectsBefore: objects.length });
  };
  if (firstNul !== -1) report("nul", line.start + firstNul, countNuls(whole));
  const isGlued = pieces.length > 1 && pieces.every(({ kind }) => kind === "object");
  if (isGlued && form.gluedIsDamage) report("glued", start, bytes.length);
  for (const piece of pieces) {
    const { from, to } = piece;
    if (piece.kind === "damage") {
      report(piece.reason, start + from, to - from);
      continue;
    }
    const isWhole = isText(bytes.subarray(from, to));
    if (!isWhole) report("encoding", start + from, to - from);
    const exact = isWhole && !whole.subarray(mark + from, mark + to).includes(0);
    const place = { start: start + from, end: start + to, line: line.number, exact };
    objects.push(new ReadObject(piece.value, place, bytes, from));
  }
  return { line, objects, damage };
}

function withoutNuls(line: Buffer): Buffer {
  return line.includes(0) ? Buffer.from(line.map((byte) => (byte === 0 ? SPACE : byte))) : line;
}

function countNuls(line: Buffer): number {
  return line.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
}

function tooLong(line: Line): ReadLine {
  const { number, lineStart: byte, end, extent } = line;
  if (extent === "part") return { line, objects: NO_OBJECTS, damage: NO_DAMAGE };
  const place = { line: number, byte, bytes: end - byte };
  const damage = [{ ...place, reason: "too-long" as const, objectsBefore: 0 }];
  return { line, objects: NO_OBJECTS, damage };
}
