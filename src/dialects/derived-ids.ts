import { hash } from "node:crypto";
import { isUuid, uuidToUlid } from "../events/ids.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford base 32
/** Two characters for each 10 bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => digit(bits >> 5) + digit(bits & 31));
const MAX_TIME_MS = 2 ** 48 - 1;

/** `sha256-<hex>` of bytes, or of a text's UTF-8: how blobs are named. */
export function sha256(content: Uint8Array | string): string {
  return `sha256-${hash("sha256", content, "hex")}`;
}

/** A ULID of 128 bits of the text's SHA-256. */
export function derivedUlid(text: string): string {
  const hex = hash("sha256", text, "hex");
  const first = parseInt(hex.slice(0, 2), 16);
  // 8 + 120 bits: 26 digits hold 130, so the first two make the top 8 bits.
  return digit(first >> 5) + digit(first & 31) + base32(hex, 2, 6);
}

/** The ULID that a foreign id stands for: its own 128 bits where it is a UUID. */
export function ulidOfForeign(foreignId: string, scope: string): string {
  return isUuid(foreignId) ? uuidToUlid(foreignId) : derivedUlid(`${scope}:${foreignId}`);
}

/**
 * Ids of a foreign thread's events (design.md §7): 48 bits of the time, then the first 80 bits of
 * SHA-256 of `<thread id>:<ordinal>`. The same file gives the same ids at every reading.
 */
export class DerivedEventIds {
  #timeMs = -1;
  #time = "";

  constructor(private readonly threadId: string) {}

  /** @param timeMs since 1970; outside of 48 bits the nearest that fits is taken */
  idOf(ordinal: number, timeMs: number): string {
    if (timeMs !== this.#timeMs) {
      this.#timeMs = timeMs;
      this.#time = timeDigits(Math.min(Math.max(0, timeMs), MAX_TIME_MS));
    }
    const hex = hash("sha256", `${this.threadId}:${ordinal}`, "hex");
    return this.#time + base32(hex, 0, 4);
  }
}

/** Digits of groups of 20 bits, from a place in a hex text on. */
function base32(hex: string, from: number, groups: number): string {
  let digits = "";
  for (let group = 0; group < groups; group++) {
    const bits = parseInt(hex.slice(from + group * 5, from + group * 5 + 5), 16);
    digits += pair(bits >> 10) + pair(bits & 1023);
  }
  return digits;
}

function timeDigits(timeMs: number): string {
  let digits = "";
  let left = timeMs;
  for (let index = 0; index < 10; index++) {
    digits = digit(left % 32) + digits;
    left = Math.floor(left / 32);
  }
  return digits;
}

function digit(value: number): string {
  return ALPHABET.charAt(value);
}

function pair(bits: number): string {
  return PAIRS[bits] ?? "";
}
