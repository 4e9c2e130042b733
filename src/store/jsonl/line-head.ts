import { CURRENT_VERSIONS } from "../../events/known-event.js";

/** The members of a line before its data. */
export interface LineHead {
  readonly offset: number;
  readonly left: number | undefined;
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly v: number | undefined;
  readonly turn: string | undefined;
  /** Where in the line the comma before the data is. */
  readonly dataByte: number;
}

/**
 * Reads how a line begins from its bytes. `JSON.parse` says the same, but takes several times as long
 * for it, and then each member has to be checked.
 * @returns null where the line does not begin in just the form that is written, or is of a type that is
 *   not known: then only parsing tells what it is
 */
export function readHead(line: Buffer): LineHead | null {
  if (!standsAt(line, 0, OFFSET)) return null;
  const offsetByte = OFFSET.length;
  let place = digitsEnd(line, offsetByte);
  const offset = numberIn(line, offsetByte, place);
  const leftByte = standsAt(line, place, LEFT) ? place + LEFT.length : null;
  if (leftByte !== null) place = digitsEnd(line, leftByte);
  const left = leftByte === null ? undefined : numberIn(line, leftByte, place);
  if (offset === null || left === null || left === 0 || !standsAt(line, place, ID)) return null;
  place += ID.length;
  if (!hasForm(line, place, ULID_FORM)) return null;
  const id = line.toString("latin1", place, (place += ULID_FORM.length));
  if (!standsAt(line, place, AT)) return null;
  const at = TIMES.textAt(line, (place += AT.length));
  if (at === null || !standsAt(line, (place += at.length), TYPE)) return null;
  const type = typeAt(line, (place += TYPE.length));
  if (type === null) return null;
  return readTurn(line, { offset, left, id, at, type }, place + type.length);
}

function readTurn(
  line: Buffer,
  { offset, left, id, at, type }: Omit<LineHead, "v" | "turn" | "dataByte">,
  typeEnd: number,
): LineHead | null {
  let place = typeEnd + 1; // its quotation mark
  const vByte = standsAt(line, place, VERSION) ? place + VERSION.length : null;
  if (vByte !== null) place = digitsEnd(line, vByte);
  const v = vByte === null ? undefined : numberIn(line, vByte, place);
  const hasTurn = standsAt(line, place, TURN);
  const turn = hasTurn ? TURNS.textAt(line, (place += TURN.length)) : undefined;
  if (hasTurn && line[(place += ULID_FORM.length)] !== QUOTATION_MARK) return null;
  if (hasTurn) place += 1;
  if (v === null || v === 0 || turn === null || !standsAt(line, place, DATA)) return null;
  return { offset, left, id, at, type, v, turn, dataByte: place };
}

const OFFSET = Buffer.from('{"offset":');
const LEFT = Buffer.from(',"left":');
const ID = Buffer.from(',"id":"');
const AT = Buffer.from('","at":"');
const TYPE = Buffer.from('","type":"');
const VERSION = Buffer.from(',"v":');
const TURN = Buffer.from(',"turn":"');
const DATA = Buffer.from(',"data":');
const QUOTATION_MARK = 0x22;
const DIGIT_ZERO = 0x30;
/** A number of so many digits is exact. */
const MOST_DIGITS = 15;

function standsAt(line: Uint8Array, place: number, bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (line[place + index] !== bytes[index]) return false;
  }
  return true;
}

function digitsEnd(line: Buffer, start: number): number {
  let end = start;
  while (DECIMAL[line[end] ?? 0] === 1) end += 1;
  return end;
}

/** Null: no number, one with zeros before it, or one that may be inexact. */
function numberIn(line: Buffer, start: number, end: number): number | null {
  const digits = end - start;
  if (digits === 0 || digits > MOST_DIGITS) return null;
  if (digits > 1 && line[start] === DIGIT_ZERO) return null;
  let number = 0;
  for (let place = start; place < end; place++) {
    number = number * 10 + (line[place] ?? 0) - DIGIT_ZERO;
  }
  return number;
}

/** What characters may be at a place of a text: 1 at the code of each. */
type Place = Uint8Array;

function placeOf(characters: string): Place {
  const place = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) place[byte] = 1;
  return place;
}

const DECIMAL = placeOf("0123456789");
const BASE_32 = placeOf("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
/** As `ULID_PATTERN`. */
const ULID_FORM: readonly Place[] = [placeOf("01234567"), ...Array<Place>(25).fill(BASE_32)];
/** As `TIMESTAMP_PATTERN`. */
const TIME_FORM: readonly Place[] = Array.from("0000-00-00T00:00:00.000Z", (character) =>
  character === "0" ? DECIMAL : placeOf(character),
);

function hasForm(line: Buffer, start: number, form: readonly Place[]): boolean {
  for (let index = 0; index < form.length; index++) {
    if (form[index]?.[line[start + index] ?? 0] !== 1) return false;
  }
  return true;
}

/** Texts of one form that lines in a row have in common: each is made once. */
class CommonTexts {
  #bytes: Uint8Array | null = null;
  #text = "";

  constructor(private readonly form: readonly Place[]) {}

  /** @returns null: what is there has another form */
  textAt(line: Buffer, start: number): string | null {
    if (this.#bytes !== null && standsAt(line, start, this.#bytes)) return this.#text;
    if (!hasForm(line, start, this.form)) return null;
    const end = start + this.form.length;
    this.#text = line.toString("latin1", start, end);
    this.#bytes = Uint8Array.prototype.slice.call(line, start, end);
    return this.#text;
  }
}

const TIMES = new CommonTexts(TIME_FORM);
const TURNS = new CommonTexts(ULID_FORM);

interface KnownType {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The names of known types by a number made of their bytes. */
const TYPES: ReadonlyMap<number, KnownType> = new Map(
  Object.keys(CURRENT_VERSIONS).map((type) => {
    const bytes = Buffer.from(`${type}"`);
    return [hashOf(bytes, 0, type.length), { type, bytes }];
  }),
);

/** The name that is there, up to a quotation mark; null: that of no known type. */
function typeAt(line: Buffer, start: number): string | null {
  const end = line.indexOf(QUOTATION_MARK, start);
  const known = TYPES.get(hashOf(line, start, Math.min(end, start + LONGEST_TYPE)));
  return known !== undefined && standsAt(line, start, known.bytes) ? known.type : null;
}

const LONGEST_TYPE = 32;

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let place = start; place < end; place++) hash = (hash * 31 + (bytes[place] ?? 0)) | 0;
  return hash;
}
