import { expect, test } from "vitest";
import { runIndexCuts } from "../../torture/index-cuts.js";
import { runPowerCuts } from "../../torture/power-cuts.js";

test("law 3: what is acknowledged as durable survives a power cut at any change: 400 states", async () => {
  const { states, durable } = await runPowerCuts(0, 400);
  expect(states).toBeGreaterThanOrEqual(400);
  expect(durable).toBeGreaterThan(400);
});

test("after a power cut, lists and searches with an index tell what they tell without", async () => {
  const { states } = await runIndexCuts(109, 1); // in which a file keeps its size and time, and loses bytes
  expect(states).toBeGreaterThan(100);
});
