import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
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

/** What the thread has spent and its file does not say yet; null: nothing. Counts never go down. */
export function owed(thread: Usage, written: Usage): JsonObject | null {
  const more = (count: "input" | "cachedInput" | "cacheWrite" | "output"): number =>
    Math.max(0, thread[count] - written[count]);
  const cached = more("cachedInput");
  const cacheWrite = more("cacheWrite");
  const input = Math.max(0, more("input") - cached - cacheWrite);
  const output = more("output");
  if (input + cached + cacheWrite + output === 0) return null;
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}

/** True when all that was written is part of what the thread has spent: it can be made up to it. */
export function isWithin(written: Usage, thread: Usage): boolean {
  return (
    written.input <= thread.input &&
    written.cachedInput <= thread.cachedInput &&
    written.cacheWrite <= thread.cacheWrite &&
    written.output <= thread.output
  );
}
