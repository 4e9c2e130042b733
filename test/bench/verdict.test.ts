import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DESIGN_BUDGETS } from "../../bench/budgets.js";
import type { Result } from "../../bench/outcome.js";
import { ratioOf, verdictOf } from "../../bench/verdict.js";

const result = (members: Partial<Result>): Result => ({
  ...{ name: "a cost", unit: "ms", measured: 1, floor: null, budget: {} },
  ...members,
});
const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });

test("a ratio is met exactly when the measured is no more than so many times its floor", () => {
  const property = fc.property(positive, positive, positive, (measured, floor, ratio) => {
    const verdict = verdictOf(result({ measured, floor, budget: { ratio } }));
    expect(verdict).toBe(measured / floor <= ratio ? "met" : "NOT MET");
  });
  fc.assert(property);
});

test("both limits of a budget have to be kept", () => {
  const property = fc.property(
    positive,
    positive,
    positive,
    positive,
    (measured, floor, ratio, most) => {
      const alone = [{ ratio }, { most }].map((budget) =>
        verdictOf(result({ measured, floor, budget })),
      );
      const both = verdictOf(result({ measured, floor, budget: { ratio, most } }));
      expect(both).toBe(alone.every((verdict) => verdict === "met") ? "met" : "NOT MET");
    },
  );
  fc.assert(property);
});

test("a ratio without a floor is not met, and what has no budget has no verdict", () => {
  expect(verdictOf(result({ budget: { ratio: 2 } }))).toBe("NOT MET");
  expect(verdictOf(result({ floor: 0, budget: { ratio: 2 } }))).toBe("NOT MET");
  expect(ratioOf(result({ floor: 0 }))).toBeNull();
  expect(verdictOf(result({ floor: 1 }))).toBe("–");
});

test("a figure that is none is never met", () => {
  const budgets = Object.values(DESIGN_BUDGETS);
  const verdicts = budgets.map((budget) => verdictOf(result({ measured: NaN, floor: 1, budget })));
  expect(new Set(verdicts)).toEqual(new Set(["NOT MET"]));
});
