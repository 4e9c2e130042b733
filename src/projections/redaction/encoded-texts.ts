import { decodeBase64, encodeBase64 } from "../../events/picture.js";
import type { Stretch } from "../own-pattern.js";

/** Base 64 of twelve bytes and more, also right after what a URL spells (`%22`): how it begins. */
const RUN = /(?:(?<=%[0-9a-f]{2})|(?<![a-z0-9+/_-]|%[0-9a-f]?))[a-z0-9+/_-]{16,256}/gi;

/** A pattern that repeats without bound needs more stack than there is: what goes on is read in pieces. */
const MORE = /[a-z0-9+/_-]{1,65536}/iy;
const PADDING = /={0,2}/y;

/** So many characters tools put on a line of it. */
const LINES: ReadonlyMap<number, RegExp> = new Map(
  [64, 76].map((length) => [length, new RegExp(`(?:[a-z0-9+/]{${length}}\\r?\\n){1,512}`, "iy")]),
);

/** Whole groups of four: so many tell that base 64 is of an image, without decoding all of it. */
const PROBE_LENGTH = 4096;

/** The text with each text that is in it in base 64 replaced, and encoded again in the same way. */
export function replaceEncodedTexts(text: string, replace: (decoded: string) => string): string {
  let [replaced, end, past] = ["", 0, 0];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (index < past) continue; // a line of the one before
    const encoded = wholeOf(text, { run, index });
    past = index + encoded.length;
    const decoded = decodeText(encoded);
    if (decoded === null) continue;
    const now = replace(decoded);
    replaced += text.slice(end, index) + (now === decoded ? encoded : encodeLike(encoded, now));
    end = past;
  }
  return end === 0 ? text : replaced + text.slice(end);
}

/** All of what begins with a run: to its padding, and over the lines that tools make of it. */
function wholeOf(text: string, { run, index }: { readonly run: string; readonly index: number }) {
  let end = endOf(text, index + run.length, MORE);
  const lines = LINES.get(end - index);
  if (lines !== undefined) {
    const past = endOf(text, index, lines);
    const last = endOf(text, past, MORE);
    if (last > past && last - past <= run.length) end = last;
    else if (past > end) end = past - (text.charAt(past - 2) === "\r" ? 2 : 1);
  }
  return text.slice(index, endOf(text, end, PADDING));
}

/** Where what matches a sticky pattern again and again ends. */
export function endOf(text: string, from: number, pattern: RegExp): number {
  for (let end = from; ; end = pattern.lastIndex) {
    pattern.lastIndex = end;
    if (!pattern.test(text) || pattern.lastIndex === end) return end;
  }
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
  if (digits.length % 4 === 1) return null; // no bytes have as many digits
  const isLong = digits.length > PROBE_LENGTH;
  if (isLong && decodeWithoutControls(digits.slice(0, PROBE_LENGTH)) === null) return null;
  const text = decodeWithoutControls(digits);
  return text === null || text.includes("\ufffd") ? null : text; // bytes that are no UTF-8
}

// eslint-disable-next-line no-control-regex -- what holds these is no text
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Null: controls are among it, or nobody encodes anything like that. */
function decodeWithoutControls(digits: string): string | null {
  const bytes = decodeBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, "="));
  const text = bytes === null ? null : (isUtf16(bytes) ? utf16 : utf8).decode(bytes);
  return text === null || CONTROL.test(text) ? null : text;
}

/** As PowerShell takes its commands: every second byte is zero. */
function isUtf16(bytes: Uint8Array): boolean {
  return bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0;
}

/** In the alphabet, with the padding, and in lines of the length of what stood there. */
function encodeLike(before: string, text: string): string {
  const isWide = isUtf16(decodeBase64(before.slice(0, 8)) ?? new Uint8Array());
  let encoded = encodeBase64(isWide ? utf16Bytes(text) : new TextEncoder().encode(text));
  const [lineEnd] = /\r?\n/.exec(before) ?? [];
  if (lineEnd !== undefined) {
    const lines = new RegExp(`.{1,${before.indexOf(lineEnd)}}`, "g");
    return (encoded.match(lines) ?? []).join(lineEnd);
  }
  if (!before.endsWith("=") && before.length % 4 !== 0) encoded = encoded.replace(/=+$/, "");
  return /[-_]/.test(before) ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
}

function utf16Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), true);
  return bytes;
}

/** A text as it reads, and where each of its characters is in the text that it was read from. */
interface SpelledText {
  readonly text: string;
  /** The stretch of the original that a stretch of `text` was read from. */
  sourceOf(stretch: Stretch): Stretch;
}

/** Signs that HTML has names for; others of them stand in no secret. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ quot: '"', apos: "'", amp: "&", lt: "<", gt: ">", nbsp: " ", sol: "/", colon: ":" },
  ...{ equals: "=", commat: "@", lowbar: "_", period: ".", num: "#", dollar: "$", excl: "!" },
  ...{ percnt: "%", lpar: "(", rpar: ")", plus: "+", ast: "*", quest: "?", semi: ";", hyphen: "-" },
};

/**
 * Characters as URLs, also URLs in URLs, source code and HTML spell them: `%40`, `%2540`, `\u0040`,
 * `\x40`, `\100`, `&#64;`, `&#x40;`, `&commat;`.
 */
const SPELLED = new RegExp(
  [
    "%(?:25){0,3}([0-9a-f]{2})",
    String.raw`\\{1,8}(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([01][0-7]{2}))`,
    `&(?:amp;){0,3}(?:#x([0-9a-f]{1,6})|#(\\d{1,7})|(${Object.keys(ENTITIES).join("|")}));`,
  ].join("|"),
  "gi",
);

/** What a text says when it spells characters; null: it spells none. */
function readSpelled(text: string): SpelledText | null {
  return /[%\\&]/.test(text) ? readAs(text, SPELLED, characterOf) : null;
}

/** Quoted-printable, as mails have it: `=3D`, and lines that go on. Without an `=` in it, it says nothing else. */
const PRINTABLE = /=(?:([0-9A-F]{2})|\r?\n)/g;

function readPrintable(text: string): SpelledText | null {
  if (!text.includes("=3D")) return null;
  return readAs(text, PRINTABLE, ([, hex]) => (hex ? byteAt(parseInt(hex, 16)) : ""));
}

/** Where a string of source code goes on in another one, or a line in the next one. */
const JOINED = /(["'\x60])\s{0,40}(?:\+|\\\r?\n)\s{0,40}\1|\\\r?\n\s{0,40}/g;

function readJoined(text: string): SpelledText | null {
  if (!/["'\x60]\s{0,40}\+|\\\r?\n/.test(text)) return null;
  return readAs(text, JOINED, ([, quote]) => (quote === undefined ? " " : ""));
}

function readAs(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => string,
): SpelledText | null {
  const reading = new Reading(text);
  for (const match of text.matchAll(pattern)) {
    reading.put(read(match), { from: match.index, to: match.index + match[0].length });
  }
  return reading.end();
}

/** What a text says in each way in which it may say something else than it is. */
export function* readings(text: string): Generator<SpelledText> {
  for (const read of [readSpelled, readPrintable, readJoined]) {
    const said = read(text);
    if (said !== null) yield said;
  }
  yield* readHex(text);
  yield* readWide(text);
}

/** Characters of two bytes each, read as such of one: UTF-16, from either end. */
const WIDE = [/(?:[\t\n\r -~]\0){6,500000}/g, /(?:\0[\t\n\r -~]){6,500000}/g] as const;

function* readWide(text: string): Generator<SpelledText> {
  if (!text.includes("\0")) return;
  for (const pattern of WIDE) {
    for (const { 0: run, index } of text.matchAll(pattern)) {
      yield {
        text: run.replaceAll("\0", ""),
        sourceOf: ({ from, to }) => ({ from: index + 2 * from, to: index + 2 * to }),
      };
    }
  }
}

/** Printed characters in hexadecimal, six and more, with the same sign between any two. */
const HEX_RUN =
  /(?:[2-7][0-9a-f]|0[9ad])(?:([ :-]?)(?:[2-7][0-9a-f]|0[9ad]))(?:\1(?:[2-7][0-9a-f]|0[9ad])){4,500000}/gi;

/** The same as source code lists it: `0x73, 0x6b`. No JSON has such numbers, so that none is spoilt. */
const HEX_LIST = /0x[2-7][0-9a-f](?:,\s{0,20}0x[2-7][0-9a-f]){5,100000}/gi;

/** What a text says in hexadecimal, and where. */
function* readHex(text: string): Generator<SpelledText> {
  for (const { 0: run, 1: between = "", index } of text.matchAll(HEX_RUN)) {
    const step = 2 + between.length;
    const codes = run.match(between === "" ? /../g : /[0-9a-f]{2}/gi) ?? [];
    yield {
      text: textOf(codes),
      sourceOf: ({ from, to }) => ({
        from: index + from * step,
        to: index + to * step - between.length,
      }),
    };
  }
  for (const { 0: run, index } of text.matchAll(HEX_LIST)) {
    const codes = [...run.matchAll(/0x../gi)];
    const beginOf = (at: number): number => index + (codes[at]?.index ?? 0);
    yield {
      text: textOf(codes.map(([code]) => code)),
      sourceOf: ({ from, to }) => ({ from: beginOf(from), to: beginOf(to - 1) + "0x00".length }),
    };
  }
}

function textOf(codes: readonly string[]): string {
  return codes.map((code) => String.fromCharCode(parseInt(code, 16))).join("");
}

/** A text in which stretches were read as something else, in pieces: where each begins, here and there. */
class Reading {
  readonly #pieces: string[] = [];
  readonly #begins: number[] = [0];
  readonly #sources: number[] = [0];
  #length = 0;
  #end = 0;

  constructor(private readonly source: string) {}

  put(character: string, { from, to }: Stretch): void {
    this.#copyTo(from);
    this.#add(character, from);
    this.#end = to;
  }

  /** Null: nothing was put. */
  end(): SpelledText | null {
    if (this.#end === 0) return null;
    this.#copyTo(this.source.length);
    this.#add("", this.source.length);
    return {
      text: this.#pieces.join(""),
      sourceOf: ({ from, to }) => ({ from: this.#sourceAt(from), to: this.#sourceAt(to) }),
    };
  }

  #copyTo(next: number): void {
    if (next > this.#end) this.#add(this.source.slice(this.#end, next), this.#end);
  }

  #add(piece: string, source: number): void {
    this.#pieces.push(piece);
    this.#begins.push(this.#length);
    this.#sources.push(source);
    this.#length += piece.length;
  }

  #sourceAt(place: number): number {
    let [low, high] = [0, this.#begins.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#begins[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return (this.#sources[low] ?? 0) + place - (this.#begins[low] ?? 0);
  }
}

function characterOf(match: RegExpExecArray): string {
  const [, percent, unicode, braced, hex, octal, entityHex, entityNumber, entity] = match;
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? "\ufffd";
  if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
  if (entityNumber !== undefined) return characterAt(Number(entityNumber));
  if (percent !== undefined) return byteAt(parseInt(percent, 16));
  return characterAt(parseInt(unicode ?? braced ?? hex ?? entityHex ?? "", 16));
}

/** Those of two units are no part of any secret's shape: each is one that is. */
function characterAt(code: number): string {
  return code > 0xffff ? "\ufffd" : String.fromCharCode(code);
}

/** Bytes of other characters than ASCII's are no part of any secret's shape. */
function byteAt(code: number): string {
  return code > 0x7f ? "\ufffd" : String.fromCharCode(code);
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
