import { randomFillSync } from "node:crypto";
import { incrementBase32, ulid } from "ulid";

/** A new ULID of this time, in milliseconds since 1970. */
export function newId(nowMs: number): string {
  return ulid(nowMs, random);
}

/**
 * Makes ULIDs, each greater than the one before: of one millisecond they count up from the first. The
 * library's own factory writes the time anew for each, which takes twice as long.
 */
export function ascendingIds(): (nowMs: number) => string {
  let last = "";
  let lastMs = 0;
  return (nowMs) => {
    const goesOn = last !== "" && nowMs <= lastMs;
    if (!goesOn) lastMs = nowMs;
    return (last = goesOn ? incrementBase32(last) : newId(nowMs));
  };
}

/** A ULID takes 16 bytes, one at a time; asking the system for each would cost more than writing a line. */
const drawn = new Uint8Array(4096);
let next = drawn.length;

/** From 0 (inclusive) to 1. */
function random(): number {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  return (drawn[next++] ?? 0) / 256;
}
