import type { JsonObject } from "../../events/primitives.js";
import { type DamageReason, type LineForm, parseObject, salvageLine } from "./damage.js";
import type { Line } from "./line-splitter.js";

/** An object of a rollout, with its place. */
export interface ForeignObject {
  readonly value: JsonObject;
  /**
   * Its own text; where bytes were no text or NUL, not what the file holds (`exact`). Decoded when it
   * is asked for: a line may be long, and hardly anybody asks.
   */
  readonly text: string;
  /** Bytes `start` to `end` (exclusive) of the content. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** True when `text` is, in UTF-8, what the file holds. */
  readonly exact: boolean;
}

/** A place that is reported; `objectsBefore`: how many of its line's objects stand before it. */
export interface DamagedPlace {
  readonly line: number;
  readonly byte: number;
  readonly bytes: number;
  readonly reason: DamageReason;
  readonly objectsBefore: number;
}

export interface LineContent {
  readonly objects: readonly ForeignObject[];
  readonly damage: readonly DamagedPlace[];
}

const NOTHING: LineContent = { objects: [], damage: [] };
const NO_DAMAGE: readonly DamagedPlace[] = [];
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The objects of one line, and what is wrong with it. Nothing is wrong with a blank line. */
export function readLine(line: Line, form: LineForm): LineContent {
  if (line.extent !== "whole") return tooLong(line);
  return readPlain(line) ?? readWithCare(line, form);
}

/** The usual line: one object, no blanks around it. Null: it needs more care. */
function readPlain(line: Line): LineContent | null {
  const { bytes, start } = line;
  let length = bytes.length;
  if (bytes[length - 1] === LINE_FEED) length--;
  if (bytes[length - 1] === CARRIAGE_RETURN) length--;
  if (bytes[0] !== OPEN || bytes[length - 1] !== CLOSE) return null;
  const text = bytes.toString("utf8", 0, length);
  const value = parseObject(text);
  if (value === null || value === "too-deep") return null;
  if (text.includes("\ufffd") && !isText(bytes)) return null;
  const place = { start, end: start + length, line: line.number, exact: true };
  return { objects: [new ReadObject(value, place, bytes)], damage: NO_DAMAGE };
}

class ReadObject implements ForeignObject {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly exact: boolean;

  /** @param bytes what the text is decoded from: it stands at their beginning */
  constructor(
    readonly value: JsonObject,
    { start, end, line, exact }: Pick<ForeignObject, "start" | "end" | "line" | "exact">,
    private readonly bytes: Buffer,
  ) {
    this.start = start;
    this.end = end;
    this.line = line;
    this.exact = exact;
  }

  get text(): string {
    return this.bytes.toString("utf8", 0, this.end - this.start);
  }
}

/** A text that is JSON may still hold replacement characters that the file itself has. */
function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString("utf8"), "utf8").equals(bytes);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACE = 0x20;

/**
 * Pieces are found byte by byte (what JSON is built from is ASCII), and each is decoded for itself:
 * so a place in the text is a place in the file. NUL bytes are read as blanks.
 */
function readWithCare(line: Line, form: LineForm): LineContent {
  const mark = line.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const nuls = withoutNuls(line.bytes);
  const bytes = nuls.bytes.subarray(mark);
  const start = line.start + mark;
  const decode = (from: number, to: number): string => bytes.toString("utf8", from, to);
  const pieces = salvageLine(bytes.toString("latin1"), decode, form);
  const objects: ForeignObject[] = [];
  const damage: DamagedPlace[] = [];
  const report = (reason: DamageReason, byte: number, count: number): void => {
    const place = { line: line.number, byte, bytes: count };
    damage.push({ ...place, reason, objectsBefore: objects.length });
  };
  if (nuls.count > 0) report("nul", line.start + nuls.first, nuls.count);
  const isGlued = pieces.length > 1 && pieces.every(({ kind }) => kind === "object");
  if (isGlued && form.gluedIsDamage) {
    report("glued", start, bytes.length);
  }
  for (const piece of pieces) {
    const { from, to } = piece;
    if (piece.kind === "damage") {
      report(piece.reason, start + from, to - from);
      continue;
    }
    const isWhole = isText(bytes.subarray(from, to));
    if (!isWhole) report("encoding", start + from, to - from);
    const exact = isWhole && !line.bytes.subarray(mark + from, mark + to).includes(0);
    const place = { start: start + from, end: start + to, line: line.number, exact };
    objects.push(new ReadObject(piece.value, place, bytes.subarray(from)));
  }
  return pieces.length === 0 && nuls.count === 0 ? NOTHING : { objects, damage };
}

function withoutNuls(line: Buffer): {
  readonly bytes: Buffer;
  readonly count: number;
  readonly first: number;
} {
  const first = line.indexOf(0);
  if (first === -1) return { bytes: line, count: 0, first };
  const bytes = Buffer.from(line);
  let count = 0;
  for (let at = first; at !== -1; at = bytes.indexOf(0, at + 1)) {
    bytes[at] = SPACE;
    count++;
  }
  return { bytes, count, first };
}

function tooLong({ number, lineStart, start, bytes, extent }: Line): LineContent {
  if (extent === "part") return NOTHING;
  const place = { line: number, byte: lineStart, bytes: start + bytes.length - lineStart };
  return { objects: [], damage: [{ ...place, reason: "too-long", objectsBefore: 0 }] };
}
