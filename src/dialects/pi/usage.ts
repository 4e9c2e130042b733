import type { FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { newlyUsed, subtractUsage } from "../../reducers/usage.js";

/**
 * What a request cost. pi counts input without what the cache gave and took; here it is everything
 * that went in (docs/semantics.md §7.9). Its total is the provider's where that names one.
 * @returns null when nothing is reported
 */
export function readUsage(counts: unknown): Usage | null {
  if (!isJsonObject(counts)) return null;
  const cachedInput = countOf(counts.cacheRead);
  const cacheWrite = countOf(counts.cacheWrite);
  const input = countOf(counts.input) + cachedInput + cacheWrite;
  const output = countOf(counts.output);
  const total = countOf(counts.totalTokens);
  if (input + output + total === 0) return null;
  const sum = input + output;
  return { input, cachedInput, cacheWrite, output, reasoning: 0, total: total === 0 ? sum : total };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/**
 * What a report adds to the thread's sum: a session that repeats its reports counts each request once.
 * @returns null when it adds nothing
 */
export function addedUsage(
  { data }: FactOf<"usage.reported">,
  before: ThreadState,
  after: ThreadState,
): Usage | null {
  const grown = subtractUsage(after.usage.total, before.usage.total);
  const isGrown = countsOf(grown).every((count) => count >= 0);
  const added = isGrown ? grown : newlyUsed(data);
  return countsOf(added).some((count) => count > 0) ? added : null;
}

/** In pi's words: its input is what the cache neither gave nor took. */
export function usageBlock(used: Usage | null): JsonObject {
  const { input = 0, cachedInput = 0, cacheWrite = 0, output = 0, total = 0 } = used ?? {};
  return {
    input: Math.max(0, input - cachedInput - cacheWrite),
    output,
    cacheRead: cachedInput,
    cacheWrite,
    totalTokens: total,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}

function countsOf({ input, cachedInput, cacheWrite, output, total }: Usage): readonly number[] {
  return [input, cachedInput, cacheWrite, output, total];
}
