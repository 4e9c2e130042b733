import { truncationMarker } from "../codex-strings.js";
import { bytesOfTokens, isPairAt, tokensOfBytes, utf8Bytes } from "../events/bytes.js";
import type { TruncationPolicy } from "../events/primitives.js";

interface TruncatedText {
  readonly text: string;
  /** UTF-8 bytes that went; null: the text is as it was. */
  readonly removedBytes: number | null;
}

/**
 * Keeps the head and the tail of a text that is over its budget, with a marker between them that
 * says how much went and is not counted against the budget (docs/semantics.md §5.1-5.6). Cuts stand
 * between whole characters.
 */
export function truncateText(text: string, policy: TruncationPolicy): TruncatedText {
  const budget = byteBudget(policy);
  if (text === "" || fits(text, budget)) return { text, removedBytes: null };
  const headBudget = Math.floor(budget / 2);
  const head = text.slice(0, headEnd(text, headBudget));
  const tail = text.slice(tailStart(text, budget - headBudget));
  const removed = text.slice(head.length, text.length - tail.length);
  const removedBytes = utf8Bytes(removed);
  const originalBytes = utf8Bytes(head) + removedBytes + utf8Bytes(tail);
  const marker =
    policy.mode === "bytes"
      ? truncationMarker(countScalars(removed, removedBytes), "chars")
      : truncationMarker(tokensOfBytes(originalBytes - budget), "tokens");
  return { text: head + marker + tail, removedBytes };
}

/** A unit makes one to three bytes, so most texts need not be counted. */
function fits(text: string, budget: number): boolean {
  if (text.length > budget) return false;
  return text.length * 3 <= budget || utf8Bytes(text) <= budget;
}

/** Where the longest run of whole characters of at most `budget` bytes ends, from the start. */
function headEnd(text: string, budget: number): number {
  // As many bytes as units: nothing but ASCII, and nothing need be walked.
  if (budget <= text.length && utf8Bytes(text.slice(0, budget)) === budget) return budget;
  let index = 0;
  for (let left = budget; index < text.length;) {
    const isPair = isPairAt(text, index);
    left -= isPair ? 4 : unitBytes(text.charCodeAt(index));
    if (left < 0) break;
    index += isPair ? 2 : 1;
  }
  return index;
}

/** Where the longest run of whole characters of at most `budget` bytes starts, to the end. */
function tailStart(text: string, budget: number): number {
  const start = text.length - budget;
  if (start >= 0 && utf8Bytes(text.slice(start)) === budget) return start;
  let index = text.length;
  for (let left = budget; index > 0;) {
    const isPair = isPairAt(text, index - 2);
    left -= isPair ? 4 : unitBytes(text.charCodeAt(index - 1));
    if (left < 0) break;
    index -= isPair ? 2 : 1;
  }
  return index;
}

/** Unicode scalar values and lone surrogates; a text of as many bytes as units has no pairs. */
function countScalars(text: string, bytes: number): number {
  if (bytes === text.length) return bytes;
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    if (isPairAt(text, index)) pairs++;
  }
  return text.length - pairs;
}

/** Of a unit that is no half of a pair. */
function unitBytes(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

/** For tool outputs of our own threads (docs/semantics.md §2.10). */
export const DEFAULT_POLICY: TruncationPolicy = { mode: "tokens", limit: 10_000 };

/** What is recorded may be this much larger than the policy says (§2.1). */
const RECORDING_FACTOR = 1.2;

/** The policy at insertion: the limit times 1.2 as an IEEE double, rounded up, in the same mode. */
export function policyAtRecording({ mode, limit }: TruncationPolicy): TruncationPolicy {
  return { mode, limit: Math.ceil(limit * RECORDING_FACTOR) };
}

/** UTF-8 bytes that a policy allows. */
export function byteBudget({ mode, limit }: TruncationPolicy): number {
  return mode === "bytes" ? limit : bytesOfTokens(limit);
}
