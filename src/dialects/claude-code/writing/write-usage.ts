import type { JsonObject } from "../../../events/primitives.js";
import type { Usage } from "../../../events/slices.js";

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
