import fc from "fast-check";
import type { Usage } from "../../src/events/slices.js";

/** What a request may have cost, part by part; no part says anything of another. */
export function usages(count: fc.Arbitrary<number> = fc.nat()): fc.Arbitrary<Usage> {
  return fc.record({
    input: count,
    cachedInput: count,
    cacheWrite: count,
    output: count,
    reasoning: count,
    total: count,
  });
}
