import { expect, test } from "vitest";
import { runKills, runTakeovers } from "../../torture/crash.js";

// Processes are started by the dozen here, which a busy machine is slow at; `npm run torture` kills thousands.
const timeout = 240_000;

test(
  "law 3: at whatever moment a writer is killed, every acknowledged batch is stored whole",
  { timeout },
  async () => {
    const summary = await runKills({ kills: 8, seed: 1 });
    expect(summary.kills).toBe(8);
    expect(summary.acknowledged).toBeGreaterThan(8);
  },
);

test(
  "law 10: when the writer is killed one of the others goes on, and no batch is lost or doubled",
  { timeout },
  async () => {
    const summary = await runTakeovers({ kills: 5, seed: 2 });
    expect(summary.acknowledged).toBeGreaterThan(8);
  },
);
