import fc from "fast-check";
import { expect, test } from "vitest";
import type { Usage } from "../../src/events/slices.js";
import { addUsage } from "../../src/reducers/usage-sums.js";
import { newlyUsed } from "../../src/reducers/usage.js";

const count = fc.nat(1_000_000);
const usages: fc.Arbitrary<Usage> = fc.record({
  input: count,
  cachedInput: count,
  cacheWrite: count,
  output: count,
  reasoning: count,
  total: count,
});

test("usage adds up count by count, in any order", () => {
  const property = fc.property(usages, usages, (one, other) => {
    const sum = addUsage(one, other);
    for (const name of [
      "input",
      "cachedInput",
      "cacheWrite",
      "output",
      "reasoning",
      "total",
    ] as const) {
      expect(sum[name]).toBe(one[name] + other[name]);
    }
    expect(addUsage(other, one)).toEqual(sum);
    expect(addUsage(null, one)).toEqual(one);
  });
  fc.assert(property);
});

test("a report that revises an earlier one adds what it says more", () => {
  const property = fc.property(usages, usages, (earlier, more) => {
    const usage = addUsage(earlier, more);
    const report = { usage, contextWindow: null, request: null };
    expect(newlyUsed({ ...report, revised: earlier })).toEqual(more);
    expect(newlyUsed({ ...report, revised: null })).toEqual(usage);
  });
  fc.assert(property);
});
