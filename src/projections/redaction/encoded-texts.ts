import { parseJson } from "../../events/json.js";
import { decodeBase64, encodeBase64 } from "../../events/picture.js";
import type { Stretch } from "../own-pattern.js";

/** Base 64 of twelve bytes and more, also right after what a URL spells (`%22`). */
const RUN = /(?:(?<=%[0-9a-f]{2})|(?<![a-z0-9+/_-]|%[0-9a-f]?))[a-z0-9+/_-]{16,}={0,2}/gi;

/** So many characters tools put on a line of it. */
const LINES: ReadonlyMap<number, RegExp> = new Map(
  [64, 76].map((length) => [length, wrappedAt(length)]),
);

function wrappedAt(length: number): RegExp {
  return new RegExp(`(?:[A-Za-z0-9+/]{${length}}\\r?\\n)+[A-Za-z0-9+/]{1,${length}}={0,2}`, "y");
}

/** Whole groups of four: so many tell that base 64 is of an image, without decoding all of it. */
const PROBE_LENGTH = 4096;

/** The text with each text that is in it in base 64 replaced, and encoded again in the same way. */
export function replaceEncodedTexts(text: string, replace: (decoded: string) => string): string {
  let [replaced, end] = ["", 0];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (index < end) continue; // a line of the one before
    const encoded = wholeOf(text, { run, index });
    const decoded = decodeText(encoded);
    if (decoded === null) continue;
    const now = replace(decoded);
    replaced += text.slice(end, index) + (now === decoded ? encoded : encodeLike(encoded, now));
    end = index + encoded.length;
  }
  return end === 0 ? text : replaced + text.slice(end);
}

function wholeOf(text: string, { run, index }: { readonly run: string; readonly index: number }) {
  const lines = LINES.get(run.length);
  if (lines === undefined) return run;
  lines.lastIndex = index;
  return lines.exec(text)?.[0] ?? run;
}

/**
 * What base 64 says, where it is a text.
 * @returns null: it is no base 64, or of bytes that are none: an image, sealed reasoning
 */
export function decodeText(encoded: string): string | null {
  const digits = encoded
    .replace(/[\r\n=]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  const isLong = digits.length > PROBE_LENGTH;
  if (isLong && decodeWithoutControls(digits.slice(0, PROBE_LENGTH)) === null) return null;
  const text = decodeWithoutControls(digits);
  return text === null || text.includes("\ufffd") ? null : text; // bytes that are no UTF-8
}

// eslint-disable-next-line no-control-regex -- what holds these is no text
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Null: controls are among it, or nobody encodes anything like that. */
function decodeWithoutControls(digits: string): string | null {
  const bytes = decodeBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, "="));
  const text = bytes === null ? null : utf8.decode(bytes);
  return text === null || CONTROL.test(text) ? null : text;
}

/** In the alphabet, with the padding, and in lines of the length of what stood there. */
function encodeLike(before: string, text: string): string {
  let encoded = encodeBase64(new TextEncoder().encode(text));
  const [lineEnd] = /\r?\n/.exec(before) ?? [];
  if (lineEnd !== undefined) {
    const lines = new RegExp(`.{1,${before.indexOf(lineEnd)}}`, "g");
    return (encoded.match(lines) ?? []).join(lineEnd);
  }
  if (!before.endsWith("=") && before.length % 4 !== 0) encoded = encoded.replace(/=+$/, "");
  return /[-_]/.test(before) ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/gs;

/** JSON with each string that holds escapes replaced by what it says; no JSON stays as it is. */
export function replaceJsonTexts(json: string, replace: (value: string) => string): string {
  if (!isEscapedJson(json)) return json;
  return json.replace(JSON_STRING, (token) => {
    if (!token.includes("\\")) return token;
    const value: unknown = JSON.parse(token);
    if (typeof value !== "string") return token;
    const replaced = replace(value);
    return replaced === value ? token : JSON.stringify(replaced);
  });
}

function isEscapedJson(text: string): boolean {
  return /^\s*[[{"]/.test(text) && text.includes("\\") && parseJson(text) !== undefined;
}

/** A text as it reads, and where each of its characters is in the text that it was read from. */
interface SpelledText {
  readonly text: string;
  /** The stretch of the original that a stretch of `text` was read from. */
  sourceOf(stretch: Stretch): Stretch;
}

/** Characters as URLs, also URLs in URLs, and source code spell them: `%40`, `%2540`, `\u0040`. */
const SPELLED = /%(?:25){0,3}([0-9a-f]{2})|\\{1,8}u([0-9a-f]{4})/gi;

/** What a text says when it spells characters; null: it spells none. */
export function readSpelled(text: string): SpelledText | null {
  const pieces: string[] = [];
  const places: number[] = []; // where each character of what is read begins in the original
  let end = 0;
  const copyTo = (next: number): void => {
    pieces.push(text.slice(end, next));
    for (let at = end; at < next; at++) places.push(at);
  };
  for (const { 0: spelled, 1: percent, 2: escape, index } of text.matchAll(SPELLED)) {
    copyTo(index);
    pieces.push(read(parseInt(percent ?? escape ?? "", 16), percent !== undefined));
    places.push(index);
    end = index + spelled.length;
  }
  if (end === 0) return null;
  copyTo(text.length);
  places.push(text.length);
  return {
    text: pieces.join(""),
    sourceOf: ({ from, to }) => ({
      from: places[from] ?? text.length,
      to: places[to] ?? text.length,
    }),
  };
}

/** Bytes of other characters than ASCII's are no part of any secret's shape. */
function read(code: number, isByte: boolean): string {
  return isByte && code > 0x7f ? "\ufffd" : String.fromCharCode(code);
}

/**
 * Colours of a terminal, and escapes as source code spells them: what they end with is a letter, which
 * would make one word of itself and a secret right after it.
 */
const ESCAPE =
  // eslint-disable-next-line no-control-regex -- the escape character is what it looks for
  /(?:\x1b|\\(?:u001b|x1b|033|e))\[[0-9;:?]{0,32}[A-Za-z]|\\[nrtbfv]/gi;

/** A text of the same length with spaces where escapes stood; the same text if there are none. */
export function blankEscapes(text: string): string {
  if (!text.includes("\x1b") && !text.includes("\\")) return text;
  return text.replace(ESCAPE, (escape) => " ".repeat(escape.length));
}
