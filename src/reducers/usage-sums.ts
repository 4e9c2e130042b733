import type { Usage } from "../events/slices.js";

export const NO_USAGE: Usage = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  total: 0,
};

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

/** What the first says more than the second. */
export function subtractUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input - b.input,
    cachedInput: a.cachedInput - b.cachedInput,
    cacheWrite: a.cacheWrite - b.cacheWrite,
    output: a.output - b.output,
    reasoning: a.reasoning - b.reasoning,
    total: a.total - b.total,
  };
}
