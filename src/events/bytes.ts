/** The coarse rule between bytes and tokens (docs/semantics.md §1.4). */
const BYTES_PER_TOKEN = 4;

/** @returns `(n + 3) div 4`; 0 for counts that are not positive */
export function ceil4(count: number): number {
  return count > 0 ? Math.ceil(count / BYTES_PER_TOKEN) : 0;
}

/** Estimated tokens of so many UTF-8 bytes. */
export function tokensOfBytes(bytes: number): number {
  return ceil4(bytes);
}

/** Estimated tokens of a text. */
export function tokensOfText(text: string): number {
  return ceil4(utf8Bytes(text));
}

/** The UTF-8 bytes that this many tokens stand for. */
export function bytesOfTokens(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}

/**
 * Sizes of text and JSON in UTF-8 bytes, without building strings. A lone surrogate counts three
 * bytes everywhere (docs/semantics.md §1.3).
 *
 * Every item is counted when it is recorded, so this is as hot as parsing: long texts are encoded
 * into one scratch buffer (the platform does that far faster than a loop over units), of which each
 * two bytes are looked up in a table: that has no branch, which texts of code would often take
 * wrong. Short ones are counted unit by unit.
 */

const SCRATCH_BYTES = 1 << 16;
/** From this length on, calling the encoder is cheaper than a loop. */
const LONG_TEXT_UNITS = 24;

const encoder = new TextEncoder();
/** Written and read within one call; nothing is kept in it. */
const scratch = new Uint8Array(SCRATCH_BYTES);
const scratchPairs = new Uint16Array(scratch.buffer);

const ESCAPE_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => escapeBytes(byte));
const ESCAPE_BYTES_OF_PAIR = escapeBytesOfPairs();

/** UTF-8 bytes of a text. */
export function utf8Bytes(text: string): number {
  if (text.length < LONG_TEXT_UNITS) return countUnits(text, false);
  let rest = text;
  let bytes = 0;
  for (;;) {
    const { read, written } = encoder.encodeInto(rest, scratch);
    bytes += written;
    if (read === rest.length) return bytes;
    rest = rest.slice(read);
  }
}

/** UTF-8 bytes of a text as a JSON string: quotes and escapes included, non-ASCII unescaped. */
export function jsonStringBytes(text: string): number {
  if (text.length < LONG_TEXT_UNITS) return 2 + countUnits(text, true);
  let rest = text;
  let bytes = 2;
  for (;;) {
    const { read, written } = encoder.encodeInto(rest, scratch);
    bytes += written + escapesInScratch(written);
    if (read === rest.length) return bytes;
    rest = rest.slice(read);
  }
}

/**
 * UTF-8 bytes of a JSON value in compact form, non-ASCII unescaped. Members that are undefined are
 * not written, everything else that JSON cannot say is null, as `JSON.stringify` has it.
 */
export function jsonValueBytes(value: unknown): number {
  // A list of what is left, not recursion: arguments come from outside and may nest deeply.
  const left: unknown[] = [value];
  let bytes = 0;
  while (left.length > 0) bytes += flatBytes(left.pop(), left);
  return bytes;
}

/** Bytes of a value without those of its children, which are put on the list of what is left. */
function flatBytes(value: unknown, left: unknown[]): number {
  if (typeof value === "string") return jsonStringBytes(value);
  if (typeof value === "number") return JSON.stringify(value).length;
  if (typeof value === "boolean") return value ? 4 : 5;
  if (typeof value !== "object" || value === null) return 4;
  if (Array.isArray(value)) {
    for (const element of value) left.push(element);
    return 2 + Math.max(0, value.length - 1);
  }
  let bytes = 2;
  let members = 0;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    members++;
    bytes += jsonStringBytes(key) + 1;
    left.push(member);
  }
  return bytes + Math.max(0, members - 1);
}

function escapesInScratch(length: number): number {
  const pairs = length >> 1;
  let added = 0;
  for (let index = 0; index < pairs; index++) {
    added += ESCAPE_BYTES_OF_PAIR[scratchPairs[index] ?? 0] ?? 0;
  }
  if (length % 2 === 1) added += ESCAPE_BYTES[scratch[length - 1] ?? 0] ?? 0;
  return added;
}

/** What escaping adds to each two bytes, whichever of them is the first. */
function escapeBytesOfPairs(): Uint8Array {
  const added = new Uint8Array(1 << 16);
  const rows = new Map<number, Uint8Array>(); // few differ: this is paid for at each start
  ESCAPE_BYTES.forEach((most, byte) => {
    const row = rows.get(most) ?? ESCAPE_BYTES.map((other) => most + other);
    rows.set(most, row);
    added.set(row, byte << 8);
  });
  return added;
}

/** `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r` add one byte, other control characters (`\u0000`) five. */
function escapeBytes(byte: number): number {
  if (byte === 0x22 || byte === 0x5c) return 1;
  if (byte >= 0x20) return 0;
  return (byte >= 0x08 && byte <= 0x0a) || byte === 0x0c || byte === 0x0d ? 1 : 5;
}

function countUnits(text: string, escaped: boolean): number {
  const length = text.length;
  let bytes = length;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      if (escaped) bytes += ESCAPE_BYTES[unit] ?? 0;
      continue;
    }
    // A pair makes four bytes: two more for its first unit, none for its second.
    bytes += unit < 0x800 ? 1 : 2;
    if (isPairAt(text, index, unit)) index++;
  }
  return bytes;
}

/** True where a surrogate pair is: a character of two units, and of four bytes. */
export function isPairAt(text: string, index: number, unit = text.charCodeAt(index)): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
