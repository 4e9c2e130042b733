import { parseJson } from "../../events/json.js";
import type { Stretch } from "../own-pattern.js";

/** JSON with each string that holds escapes replaced by what it says; no JSON stays as it is. */
export function replaceJsonTexts(json: string, replace: (value: string) => string): string {
  const isEscaped = /^\s*[[{"]/.test(json) && json.includes("\\");
  if (!isEscaped || parseJson(json) === undefined) return json;
  const pieces: string[] = [];
  let end = 0;
  for (let from = json.indexOf('"'); from !== -1; from = json.indexOf('"', end)) {
    pieces.push(json.slice(end, from));
    end = stringEnd(json, from);
    const token = json.slice(from, end);
    const value: unknown = token.includes("\\") ? JSON.parse(token) : null;
    const replaced = typeof value === "string" ? replace(value) : value;
    pieces.push(replaced === value ? token : JSON.stringify(replaced));
  }
  return pieces.join("") + json.slice(end);
}

/** The end of a string of JSON that begins with the quote at `from`. */
function stringEnd(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const sign = json.charAt(at);
    if (sign === '"') return at + 1;
    if (sign === "\\") at++;
  }
  return json.length;
}

/** True for an object or a list: what reads one needs it to stay one. */
export function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text) && parseJson(text) !== undefined;
}

/** Where something stands in for a stretch of JSON. */
export type JsonStretch<Found extends Stretch> = Found & {
  /** A number, `true`, `false` or `null`, all of it: what stands in for it needs quotes. */
  readonly isBare: boolean;
};

/**
 * Stretches of JSON as what may be replaced so that it stays JSON: parts of strings, without half an
 * escape, and whole numbers. One that goes over several of them is one in each.
 * @param found in order, none over another
 */
export function jsonStretches<Found extends Stretch>(
  json: string,
  found: readonly Found[],
): readonly JsonStretch<Found>[] {
  const stretches: JsonStretch<Found>[] = [];
  let [next, end] = [0, 0];
  for (const token of valuesOf(json)) {
    for (; next < found.length; next++) {
      const one = found[next];
      if (one === undefined || one.from >= token.to) break;
      const from = Math.max(end, token.isBare ? token.from : beginOf(json, one.from), token.from);
      const to = token.isBare ? token.to : Math.min(token.to, endOf(json, one.to));
      if (one.to > token.from && from < to) {
        stretches.push({ ...one, from, to, isBare: token.isBare });
        end = to;
      }
      if (one.to > token.to) break; // it goes on in the next one
    }
  }
  return stretches;
}

/** What is between the quotes of strings, and what stands in none. */
function* valuesOf(json: string): Generator<JsonStretch<Stretch>> {
  const BARE = /[\w.+-]{1,65536}/y;
  for (let at = 0; at < json.length;) {
    if (json.charAt(at) === '"') {
      const to = stringEnd(json, at);
      yield { from: at + 1, to: to - 1, isBare: false };
      at = to;
      continue;
    }
    BARE.lastIndex = at;
    const [bare = ""] = BARE.exec(json) ?? [];
    if (bare !== "") yield { from: at, to: at + bare.length, isBare: true };
    at += Math.max(1, bare.length);
  }
}

function beginOf(json: string, place: number): number {
  return escapeAround(json, place)?.from ?? place;
}

function endOf(json: string, place: number): number {
  return escapeAround(json, place)?.to ?? place;
}

/** The escape that a place is in the middle of. */
function escapeAround(json: string, place: number): Stretch | null {
  for (let from = place - 1; from > place - "\\u0000".length; from--) {
    if (json.charAt(from) !== "\\" || isEscaped(json, from)) continue;
    const to = from + (json.charAt(from + 1) === "u" ? "\\u0000" : "\\n").length;
    return to > place ? { from, to } : null;
  }
  return null;
}

function isEscaped(json: string, place: number): boolean {
  let from = place;
  while (json.charAt(from - 1) === "\\") from--;
  return (place - from) % 2 === 1;
}
