import fc from "fast-check";
import { expect, test } from "vitest";
import { addUsage, newlyUsed } from "../../src/reducers/usage.js";
import { usages } from "../events/usage-arbitrary.js";

const usage = usages(fc.nat(1_000_000));

test("usage adds up count by count, in any order", () => {
  const property = fc.property(usage, usage, (one, other) => {
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
  const property = fc.property(usage, usage, (earlier, more) => {
    const sum = addUsage(earlier, more);
    const report = { usage: sum, contextWindow: null, request: null };
    expect(newlyUsed({ ...report, revised: earlier })).toEqual(more);
    expect(newlyUsed({ ...report, revised: null })).toEqual(sum);
  });
  fc.assert(property);
});
