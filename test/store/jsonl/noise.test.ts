import { expect, test } from "vitest";
import { runNoiseCases } from "../../torture/noise.js";
import { runSpliceCases } from "../../torture/splices.js";

test("noise in a rollout is reported, or provably harmless: 250 cases", () => {
  const verdicts = runNoiseCases(0, 250);
  expect([...verdicts.values()].reduce((sum, count) => sum + count)).toBe(250);
  expect(verdicts.get("reported")).toBeGreaterThan(125);
});

test("law 3: whole lines that belong elsewhere are reported, or cut off an end: 400 cases", () => {
  const verdicts = runSpliceCases(0, 400);
  expect([...verdicts.values()].reduce((sum, count) => sum + count)).toBe(400);
  expect(verdicts.get("reported")).toBeGreaterThan(300);
});
