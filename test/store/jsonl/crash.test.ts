import { expect, test } from "vitest";
import { runKills, runTakeovers } from "../../torture/crash.js";

test("law 3: whatever moment a writer is killed at, every acknowledged batch is stored whole", async () => {
  const summary = await runKills({ kills: 100, seed: 1 });
  expect(summary.kills).toBe(100);
  expect(summary.acknowledged).toBeGreaterThan(100);
});

test("law 10: when the writer is killed one of the others goes on, and no batch is lost or doubled", async () => {
  const summary = await runTakeovers({ kills: 12, seed: 2 });
  expect(summary.acknowledged).toBeGreaterThan(12);
});
