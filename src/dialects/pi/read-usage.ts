import { isJsonObject } from "../../events/is-json-object.js";
import type { Usage } from "../../events/slices.js";

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
