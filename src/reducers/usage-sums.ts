import type { Usage } from "../events/slices.js";

/** Two counts as one. @param a null: there was none yet */
export function addUsage(a: Usage | null, b: Usage): Usage {
  if (a === null) return b;
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    total: a.total + b.total,
  };
}
