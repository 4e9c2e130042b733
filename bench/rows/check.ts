import { mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { checkSession, openCheckThreads } from "../../src/cli/check/check-session.js";
import { NO_PROGRESS } from "../../src/cli/output/progress.js";
import { checkInvariants } from "../../src/testing/invariants/check-invariants.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { writeCodexRollout } from "../codex-workload.js";
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

/** Sessions, one after the other or in as many threads as are of use. */
const files: Probe = async ({ folder, together }, measure) => {
  const names = readdirSync(String(folder)).map((name) => join(String(folder), name));
  let events = 0;
  await measure(async () => {
    const threads = together === true ? openCheckThreads(names, {}, SILENT.progress) : null;
    for (const name of names) {
      const there = await threads?.of(name);
      const { report } = there?.checked ?? (await checkSession(name, {}, SILENT));
      events += report.events;
    }
    await threads?.close();
  });
  return { events };
};

const SILENT = { messages: { text: (): void => undefined }, progress: NO_PROGRESS };

/** For 100,000 items; what prompts cost at the ends of turns is the same for shorter threads. */
const MOST_MS = { plain: 6_000, checkpoints: 4_000 };
const FILES = 8;
/** With fewer, checking uses no threads. */
const LEAST_CORES = 3;
/** About 10 MB. */
const ITEMS_A_FILE = 5_000;

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
      budget: { most: checkpoints ? MOST_MS.checkpoints : MOST_MS.plain },
    });
  }
  results.push(await ofFiles(bench));
  return results;
}

async function ofFiles(bench: Bench): Promise<Outcome> {
  const cores = availableParallelism();
  const name = `check of ${FILES} files, ${cores} at a time, against one at a time`;
  if (bench.isQuick) return { name, leftOut: "threads take longer to start than small files" };
  if (cores < LEAST_CORES) return { name, leftOut: "threads do not pay on two processors" };
  const folder = join(bench.scratch, "check-files");
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < FILES; number += 1) {
    const path = join(folder, `rollout-${number}.jsonl`);
    writeCodexRollout(path, { items: ITEMS_A_FILE, checkpoints: true });
  }
  const probes = { one: { folder, together: false }, all: { folder, together: true } };
  const sampled = await bench.sample("check", probes, 2);
  const [measured, floor] = [sampled("all").ms, sampled("one").ms];
  return { name, unit: "ms", measured, floor, budget: { ratio: 0.8 } };
}

export const row: Row = { run, probes: { check, floor, one: files, all: files } };
