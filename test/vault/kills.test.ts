import { expect, test } from "vitest";
import { runKeeperKills } from "../torture/keeper-kills.js";
import { runVaultCuts, runVaultFaults } from "../torture/vault-cuts.js";

test("at whatever moment a keeper is killed, or the power cut, every generation is kept: 100 kills", async () => {
  const { kills, generations } = await runVaultCuts(0, 100);
  expect(kills).toBeGreaterThanOrEqual(100);
  expect(generations).toBeGreaterThan(100);
});

test("a disk that is full from any call on, or fails at one, takes nothing of what was kept", async () => {
  const { refused } = await runVaultFaults(0, 120);
  expect(refused.get("disk-full")).toBeGreaterThan(20);
  for (const code of refused.keys()) {
    expect(["disk-full", "write-failed", "read-failed"]).toContain(code);
  }
});

// Processes are started here, which a busy machine is slow at.
const timeout = 240_000;

test(
  "refold keep, killed as a process, loses nothing that one which ended had seen",
  { timeout },
  async () => {
    const { killed, ended, generations } = await runKeeperKills(1, 4);
    expect(killed + ended).toBe(5);
    expect(generations).toBeGreaterThan(5);
  },
);
