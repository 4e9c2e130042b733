import { expect, test } from "vitest";
import { runNoiseCases } from "../../torture/noise.js";

test("noise in a rollout is reported, or provably harmless: 2,000 cases", () => {
  const verdicts = runNoiseCases(0, 2000);
  expect([...verdicts.values()].reduce((sum, count) => sum + count)).toBe(2000);
  expect(verdicts.get("reported")).toBeGreaterThan(1000);
});
