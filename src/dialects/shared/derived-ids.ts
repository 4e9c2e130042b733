import { hash } from "node:crypto";
import type { LogEvent } from "../../events/event.js";
import { isUuid } from "../../events/ids.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford base 32
const DIGIT_CODES = Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
/** Of one ULID, written and read within one call: a text made of codes at once costs half of a sum of texts. */
const codes = new Array<number>(26).fill(0);
const MAX_TIME_MS = 2 ** 48 - 1;
const TWENTY_BITS = 2 ** 20;
/** Digits of a ULID that are its time. */
const TIME_DIGITS = 10;

/** `sha256-<hex>` of bytes, or of a text's UTF-8: how blobs are named. */
export function sha256(content: Uint8Array | string): string {
  return `sha256-${hash("sha256", content, "hex")}`;
}

/** SHA-256 of a text, a byte in each of 32 characters: for what is only compared. */
export function digestOf(text: string): string {
  return hash("sha256", text, "binary");
}

/** A ULID of the first 128 bits of the text's SHA-256. */
export function derivedUlid(text: string): string {
  return ulidOfHex(hash("sha256", text, "hex"));
}

/** The ULID that a foreign id stands for: its own 128 bits where it is a UUID. */
export function ulidOfForeign(foreignId: string, scope: string): string {
  return isUuid(foreignId)
    ? ulidOfHex(foreignId.replaceAll("-", ""))
    : derivedUlid(`${scope}:${foreignId}`);
}

/** 28 bits, then five times 20: the same as `uuidToUlid`, but quick. */
function ulidOfHex(hex: string): string {
  putUpper(parseInt(hex.slice(0, 7), 16));
  for (let at = 6, from = 7; from < 32; at += 4, from += 5) {
    putFour(parseInt(hex.slice(from, from + 5), 16), at);
  }
  return String.fromCharCode(...codes);
}

/**
 * Ids of a foreign thread's events (docs/semantics.md §3.8): 48 bits of the time, then the first 80
 * bits of SHA-256 of `<thread id>:<ordinal>`. The same file gives the same ids at every reading.
 */
export class DerivedEventIds {
  constructor(private readonly threadId: string) {}

  /** True for an event that was read from the thread's file: a store draws the ids of its own. */
  isDerived({ id, offset }: Pick<LogEvent, "id" | "offset">): boolean {
    return id.slice(TIME_DIGITS) === this.idOf(offset, 0).slice(TIME_DIGITS);
  }

  /** @param timeMs since 1970; outside of 48 bits the nearest that fits is taken */
  idOf(ordinal: number, timeMs: number): string {
    const time = Math.min(Math.max(0, timeMs), MAX_TIME_MS);
    const bytes = digestOf(`${this.threadId}:${ordinal}`);
    putUpper(Math.floor(time / TWENTY_BITS));
    putFour(time % TWENTY_BITS, 6);
    putFiveBytes(bytes, 0, 10);
    putFiveBytes(bytes, 5, 18);
    return String.fromCharCode(...codes);
  }
}

function putFiveBytes(bytes: string, from: number, at: number): void {
  const middle = bytes.charCodeAt(from + 2);
  const upper = (bytes.charCodeAt(from) << 8) | bytes.charCodeAt(from + 1);
  const lower = (bytes.charCodeAt(from + 3) << 8) | bytes.charCodeAt(from + 4);
  putFour((upper << 4) | (middle >> 4), at);
  putFour(((middle & 15) << 16) | lower, at + 4);
}

/** The upper 28 bits: six digits, the two in the middle put twice. */
function putUpper(bits: number): void {
  putFour(bits >> 10, 0);
  putFour(bits % TWENTY_BITS, 2);
}

function putFour(bits: number, at: number): void {
  codes[at] = DIGIT_CODES[bits >> 15] ?? 0;
  codes[at + 1] = DIGIT_CODES[(bits >> 10) & 31] ?? 0;
  codes[at + 2] = DIGIT_CODES[(bits >> 5) & 31] ?? 0;
  codes[at + 3] = DIGIT_CODES[bits & 31] ?? 0;
}
