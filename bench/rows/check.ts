import { checkInvariants } from "../../src/testing/invariants/check-invariants.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Outcome } from "../outcome.js";
import type { Bench, Probe, Row } from "../row.js";
import { parseForward, rolloutFile, storedThread } from "../stored-log.js";

/** Everything that holds of a thread, asked as `refold check` asks it. */
const check: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  let violations = 0;
  let turnEnds = 0;
  await measure(async () => {
    const report = await checkInvariants(storedThread(store), { blobs: store.blobs });
    violations = report.violations.length;
    turnEnds = report.turnEnds.checked;
  });
  await store.close();
  if (violations > 0) throw new Error(`the workload breaks ${violations} invariants`);
  return { turnEnds };
};

/** Reading the same lines once. */
const floor: Probe = async ({ home }, measure) => {
  const path = rolloutFile(String(home));
  let lines = 0;
  await measure(() => parseForward(path, () => lines++));
  return { lines };
};

/** For 100,000 items; what prompts cost at the ends of turns is the same for shorter threads. */
const MOST_MS = 30_000;

async function run(bench: Bench): Promise<readonly Outcome[]> {
  const results: Outcome[] = [];
  const leftOut = "a prompt at each turn's end takes too long for a quick run";
  if (bench.isQuick) results.push({ name: "check without checkpoints", leftOut });
  for (const checkpoints of bench.isQuick ? [true] : [false, true]) {
    const { items } = bench;
    const home = await bench.thread({ items, checkpoints });
    const sample = await bench.sample("check", { check: { home }, floor: { home } }, 1);
    const [measured, plain] = [sample("check"), sample("floor")];
    const where = checkpoints ? "checkpoints" : "none";
    const ends = measured.extra["turnEnds"] ?? 0;
    results.push({
      name: `check of ${items} items, ${where}, prompts at ${ends} turn ends`,
      unit: "ms",
      measured: measured.ms,
      floor: plain.ms,
      budget: { most: MOST_MS },
    });
  }
  return results;
}

export const row: Row = { run, probes: { check, floor } };
