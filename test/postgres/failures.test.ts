import { expect, onTestFinished, test } from "vitest";
import { runHandover } from "../torture/handover.js";
import { runPostgresRounds } from "../torture/postgres.js";
import { startPostgres } from "./server.js";
import { postgresUrl } from "./shared-server.js";

// Processes are started by the dozen here, which a busy machine is slow at.
const timeout = 240_000;

test(
  "law 3: whatever is cut, killed or stopped, each acknowledged batch is stored once and whole",
  { timeout },
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const rounds = { cuts: 70, kills: 4, stops: 10, crashes: 5 };
    const summary = await runPostgresRounds({ server, seed: 1, ...rounds });
    expect(summary).toMatchObject(rounds);
    expect(summary.acknowledged).toBeGreaterThan(150);
  },
);

test(
  "law 10: processes hand each other the leases of many threads, and followers see each event once",
  { timeout },
  async () => {
    const options = { processes: 6, threads: 120, batches: 30, seed: 1, pauseMs: 0 };
    const url = postgresUrl;
    const summary = await runHandover({ url, schema: "handover", ...options });
    expect(summary.events).toBeGreaterThanOrEqual(180);
    expect(summary.handovers).toBeGreaterThan(60);
  },
);
