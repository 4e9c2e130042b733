import { hash } from "node:crypto";
import type { LogEvent } from "../../events/event.js";
import { isUuid } from "../../events/ids.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford base 32
/** Two digits for each 10 bits. */
const PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31),
);
const MAX_TIME_MS = 2 ** 48 - 1;
const TWENTY_BITS = 2 ** 20;
/** Digits of a ULID that are its time. */
const TIME_DIGITS = 10;

/** `sha256-<hex>` of bytes, or of a text's UTF-8: how blobs are named. */
export function sha256(content: Uint8Array | string): string {
  return `sha256-${hash("sha256", content, "hex")}`;
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

/** 8 bits, then six times 20: the same as `uuidToUlid`, but quick. */
function ulidOfHex(hex: string): string {
  let digits = pair(parseInt(hex.slice(0, 2), 16));
  for (let at = 2; at < 32; at += 5) digits += fourDigits(parseInt(hex.slice(at, at + 5), 16));
  return digits;
}

/**
 * Ids of a foreign thread's events (docs/semantics.md §3.8): 48 bits of the time, then the first 80
 * bits of SHA-256 of `<thread id>:<ordinal>`. The same file gives the same ids at every reading.
 */
export class DerivedEventIds {
  /** The time's upper 28 bits change every 17 minutes. */
  #upperTime = -1;
  #upperDigits = "";

  constructor(private readonly threadId: string) {}

  /** True for an event that was read from the thread's file: a store draws the ids of its own. */
  isDerived({ id, offset }: Pick<LogEvent, "id" | "offset">): boolean {
    return id.slice(TIME_DIGITS) === this.idOf(offset, 0).slice(TIME_DIGITS);
  }

  /** @param timeMs since 1970; outside of 48 bits the nearest that fits is taken */
  idOf(ordinal: number, timeMs: number): string {
    const time = Math.min(Math.max(0, timeMs), MAX_TIME_MS);
    const upperTime = Math.floor(time / TWENTY_BITS);
    if (upperTime !== this.#upperTime) {
      this.#upperTime = upperTime;
      this.#upperDigits = pair(upperTime >> 20) + fourDigits(upperTime % TWENTY_BITS);
    }
    const bytes = hash("sha256", `${this.threadId}:${ordinal}`, "binary");
    return (
      this.#upperDigits +
      fourDigits(time % TWENTY_BITS) +
      eightDigits(bytes, 0) +
      eightDigits(bytes, 5)
    );
  }
}

/** The digits of five bytes. */
function eightDigits(bytes: string, at: number): string {
  const middle = bytes.charCodeAt(at + 2);
  const first = (bytes.charCodeAt(at) << 12) | (bytes.charCodeAt(at + 1) << 4) | (middle >> 4);
  const second = ((middle & 15) << 16) | (bytes.charCodeAt(at + 3) << 8) | bytes.charCodeAt(at + 4);
  return fourDigits(first) + fourDigits(second);
}

function fourDigits(bits: number): string {
  return pair(bits >> 10) + pair(bits & 1023);
}

function pair(bits: number): string {
  return PAIRS[bits] ?? "";
}
