import { isJsonObject, isTooDeep, parseAnyJson, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

/**
 * Why bytes of a session could not be read as they are. `torn`: a line without its end or its
 * beginning; `nul`: NUL bytes; `interleaved`: halves of several lines in one; `glued`: several objects
 * in one line, all of them read (only where the dialect never writes so); `encoding`: invalid UTF-8,
 * read with replacement characters; `not-json`, `not-an-object`: a line of another kind; `too-long`: a
 * line over 256 MiB; `too-deep`: objects in objects, more than a thousand; `truncated-archive`: the
 * compressed file ends early.
 */
export type DamageReason =
  | "torn"
  | "nul"
  | "interleaved"
  | "glued"
  | "encoding"
  | "not-json"
  | "not-an-object"
  | "too-long"
  | "too-deep"
  | "truncated-archive";

/** A place in a file where something is wrong; what is around it is read. */
export interface ForeignDamage {
  /** 1-based. */
  readonly line: number;
  /** Byte offset, in the unpacked content. */
  readonly byte: number;
  /** Bytes that the place takes. */
  readonly bytes: number;
  /** Offset of the first event at or after the place; null: none follows. */
  readonly offset: number | null;
  readonly reason: DamageReason;
  /** Another file, which line and byte are of: the session's history begins in it. */
  readonly file?: string;
}

/** How the lines of a dialect look, to tell objects from damage. */
export interface LineForm {
  /** How an object begins, with the flag `g`: where reading goes on after damage. */
  readonly start: RegExp;
  /** True for an object that is surely a line, not the inside of a lost one. */
  isLine(object: JsonObject): boolean;
  /** Whether several whole objects in one line are reported. */
  readonly gluedIsDamage: boolean;
}

/** A stretch of a line's text: an object that can be read, or what cannot. */
export type Piece = { readonly from: number; readonly to: number } & (
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "damage"; readonly reason: DamageReason }
);

/** How often reading of one line begins anew after damage: a bound on the time spent. */
const MAX_RESTARTS = 64;

/**
 * Reads what can be read of a line that is not one JSON object: objects that follow each other are
 * all read; after damage only what looks like a line of the dialect is, for a fragment may hold the
 * inside of a lost object.
 * @param text one unit a byte
 * @param decode the text that bytes `from` to `to` spell in UTF-8
 * @param form its start holds an unescaped quote, so it is in no JSON text
 * @returns pieces in order; white space between them is in none
 */
export function salvageLine(
  text: string,
  decode: (from: number, to: number) => string,
  form: LineForm,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let restarts = 0;
  for (let at = skipBlank(text, 0); at < text.length;) {
    const before = pieces.at(-1);
    const found = objectAt(text, at, decode);
    const isTrusted = found?.kind === "object" && form.isLine(found.value);
    if (found !== null && (before?.kind !== "damage" || isTrusted)) {
      pieces.push(found);
      at = skipBlank(text, found.to);
      continue;
    }
    const to = restarts++ < MAX_RESTARTS ? nextStart(text, at + 1, form) : text.length;
    if (before?.kind === "damage") {
      // Reading began anew where another line seemed to start, and that one is broken too.
      pieces.splice(-1, 1, { kind: "damage", from: before.from, to, reason: "interleaved" });
    } else pieces.push({ kind: "damage", from: at, to, reason: reasonFor(text, at, to) });
    at = to;
  }
  const isLastLine = !text.endsWith("\n");
  return isLastLine ? withTornEnd(text, pieces) : pieces;
}

/**
 * A file that ends within an object: all of that is one torn line, if what was read after its start
 * is nothing but objects inside of it.
 */
function withTornEnd(text: string, pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ kind }) => kind === "damage");
  const from = pieces[first]?.from;
  if (from === undefined || text.charAt(from) !== "{") return pieces;
  if (objectEnd(text, from) !== null) return pieces;
  const starts = pieces.slice(first).flatMap((one) => (one.kind === "object" ? [one.from] : []));
  if (!areInside(text, from, starts)) return pieces;
  const torn = { kind: "damage", from, to: text.length, reason: "torn" } as const;
  return [...pieces.slice(0, first), torn];
}

/** Whether objects begin where values of the one that opens at `from` may, and not within its texts. */
function areInside(text: string, from: number, starts: readonly number[]): boolean {
  const left = [...starts];
  for (let at = from; left.length > 0; at++) {
    if (at === left[0]) left.shift();
    else if (text.charCodeAt(at) === QUOTE) {
      const end = textEnd(text, at);
      if (end === -1 || end > (left[0] ?? 0)) return false;
      at = end;
    }
  }
  return true;
}

function objectAt(
  text: string,
  from: number,
  decode: (from: number, to: number) => string,
): Piece | null {
  const to = objectEnd(text, from);
  if (to === null) return null;
  const value = parseObject(decode(from, to));
  if (value === "too-deep") return { kind: "damage", from, to, reason: "too-deep" };
  return value === null ? null : { kind: "object", from, to, value };
}

function reasonFor(text: string, from: number, to: number): DamageReason {
  const opens = text.charAt(from) === "{";
  if (to < text.length || (from > 0 && !opens)) return "interleaved";
  const value = opens ? undefined : parseJson(text.slice(from, to));
  if (value !== undefined && !isJsonObject(value)) return "not-an-object";
  return opens || /["}\]]/.test(text.slice(from, from + 4096)) ? "torn" : "not-json";
}

function nextStart(text: string, from: number, { start }: LineForm): number {
  start.lastIndex = from;
  return start.exec(text)?.index ?? text.length;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \n\r\t".includes(text.charAt(at))) at++;
  return at;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Where the JSON object that begins at `from` ends (exclusive), by its braces; null: none begins
 * there, or it does not end. What is between is not checked.
 */
function objectEnd(text: string, from: number): number | null {
  if (text.charCodeAt(from) !== OPEN) return null;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = textEnd(text, at);
      if (at === -1) return null;
    } else if (unit === OPEN) depth++;
    else if (unit === CLOSE && --depth === 0) return at + 1;
  }
  return null;
}

/** The closing quote of the text that opens at `from`; -1: there is none. */
function textEnd(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

/** The object that a JSON text spells; null: it spells none; `too-deep`: it nests too deeply. */
export function parseObject(text: string): JsonObject | "too-deep" | null {
  const value = parseAnyJson(text);
  if (!isJsonObject(value)) return null;
  return isTooDeep(text.length, value) ? "too-deep" : value;
}
