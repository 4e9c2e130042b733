import { expect, test } from "vitest";
import { runNoiseCases } from "../../torture/noise.js";
import { runSpliceCases } from "../../torture/splices.js";

test("noise in a rollout is reported, or provably harmless: 1,000 cases", () => {
  const verdicts = runNoiseCases(0, 1000);
  expect([...verdicts.values()].reduce((sum, count) => sum + count)).toBe(1000);
  expect(verdicts.get("reported")).toBeGreaterThan(500);
});

test("law 3: whole lines that belong elsewhere are reported, or cut off an end: 2,000 cases", () => {
  const verdicts = runSpliceCases(0, 2000);
  expect([...verdicts.values()].reduce((sum, count) => sum + count)).toBe(2000);
  expect(verdicts.get("reported")).toBeGreaterThan(1500);
});
