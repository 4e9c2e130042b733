import { expect, test } from "vitest";
import { runPowerCuts } from "../../torture/power-cuts.js";

test("law 10: what is acknowledged as durable survives a power cut at any change: 2,000 states", async () => {
  const { states, durable } = await runPowerCuts(0, 2_000);
  expect(states).toBeGreaterThanOrEqual(2_000);
  expect(durable).toBeGreaterThan(2_000);
});
