import { isJsonObject } from "../../events/is-json-object.js";
import type { Usage } from "../../events/slices.js";

/**
 * What a request cost so far. Anthropic counts input without what the cache gave and took; here it is
 * everything that went in (docs/semantics.md §7.9).
 * @returns null when nothing is reported: Claude Code's own replies cost nothing
 */
export function readUsage(counts: unknown): Usage | null {
  if (!isJsonObject(counts)) return null;
  const cachedInput = countOf(counts.cache_read_input_tokens);
  const cacheWrite = countOf(counts.cache_creation_input_tokens);
  const input = countOf(counts.input_tokens) + cachedInput + cacheWrite;
  const output = countOf(counts.output_tokens);
  if (input + output === 0) return null;
  return { input, cachedInput, cacheWrite, output, reasoning: 0, total: input + output };
}

export function isSameUsage(a: Usage, b: Usage): boolean {
  return (
    a.input === b.input &&
    a.cachedInput === b.cachedInput &&
    a.cacheWrite === b.cacheWrite &&
    a.output === b.output
  );
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
