import { decodeBase64, encodeBase64 } from "../../events/base64.js";

/** Base 64 of twelve bytes and more, also right behind what a URL spells (`%22`). */
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

/** The text with each text that stands in it in base 64 replaced, and encoded again in the same way. */
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

/** With the lines behind it, where it is one of several. */
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
