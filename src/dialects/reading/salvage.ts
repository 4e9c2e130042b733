import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";
import type { DamageReason } from "./damage.js";
import { objectEnd } from "./object-end.js";
import type { LineForm } from "./line-form.js";
import { parseObject } from "./parse-object.js";

/** A stretch of a line's text: an object that can be read, or what cannot. */
export type Piece =
  | {
      readonly kind: "object";
      readonly from: number;
      readonly to: number;
      readonly value: JsonObject;
    }
  | {
      readonly kind: "damage";
      readonly from: number;
      readonly to: number;
      readonly reason: DamageReason;
    };

export type Decode = (from: number, to: number) => string;

/** How often, in one line, reading begins anew behind damage: a bound on the time spent. */
const MAX_RESTARTS = 64;

/**
 * Reads what can be read of a line that is not one JSON object: objects that follow each other are
 * all read; behind damage only what looks like a line of the dialect is, for a fragment may hold the
 * insides of a lost object.
 * @param text one unit a byte
 * @param decode the text that bytes `from` to `to` spell in UTF-8
 * @param form what lines look like; its start holds an unescaped quote, so it stands in no JSON text
 * @returns pieces in order; white space between them is in none
 */
export function salvageLine(text: string, decode: Decode, form: LineForm): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = skipBlank(text, 0);
  let restarts = 0;
  while (at < text.length) {
    const found = objectAt(text, at, decode);
    const object = pieces.at(-1)?.kind === "damage" ? trusted(found, form) : found;
    if (object !== null) {
      pieces.push(object);
      at = skipBlank(text, object.to);
      continue;
    }
    const next = restarts++ < MAX_RESTARTS ? nextStart(text, at + 1, form) : text.length;
    addDamage(pieces, text, { from: at, to: next });
    at = next;
  }
  return pieces;
}

function objectAt(text: string, from: number, decode: Decode): Piece | null {
  const to = objectEnd(text, from);
  if (to === null) return null;
  const value = parseObject(decode(from, to));
  if (value === "too-deep") return { kind: "damage", from, to, reason: "too-deep" };
  return value === null ? null : { kind: "object", from, to, value };
}

/** An object behind damage: only one that has the form of a line. */
function trusted(piece: Piece | null, form: LineForm): Piece | null {
  return piece?.kind === "object" && form.isLine(piece.value) ? piece : null;
}

/** Damage that follows damage is one piece. */
function addDamage(
  pieces: Piece[],
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const before = pieces.at(-1);
  if (before?.kind === "damage") {
    // Reading began anew where another line seemed to start, and that one is broken too.
    pieces.pop();
    pieces.push({ kind: "damage", from: before.from, to, reason: "interleaved" });
  } else pieces.push({ kind: "damage", from, to, reason: reasonFor(text, from, to) });
}

function reasonFor(text: string, from: number, to: number): DamageReason {
  const opens = text.charAt(from) === "{";
  if (to < text.length || (from > 0 && !opens)) return "interleaved";
  if (!opens && isOtherJson(text.slice(from, to))) return "not-an-object";
  return opens || /["}\]]/.test(text.slice(from, from + 4096)) ? "torn" : "not-json";
}

function isOtherJson(text: string): boolean {
  try {
    return !isJsonObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function nextStart(text: string, from: number, { start }: LineForm): number {
  start.lastIndex = from;
  return start.exec(text)?.index ?? text.length;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** JSON's white space. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
