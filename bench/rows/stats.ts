import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { countHere, countInThreads, openThreads } from "../../src/cli/stats/count-batches.js";
import type { Tally } from "../../src/projections/stats/tally.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { writeCodexRollout } from "../codex-workload.js";
import type { Bench, Probe, Result, Row } from "../row.js";

/** About 80 KB a thread. */
const ITEMS_A_THREAD = 20;
const THREADS = 10_000;
const QUICK_THREADS = 400;
/** What everybody counts first, so that compiling is not measured. */
const WARM_THREADS = 400;

/** Counts all of them, with so many workers; 0: in this thread. Whoever counts has done so before. */
const count: Probe = async ({ folder, warm, workers }, measure) => {
  let threads = 0;
  let tokens = 0;
  const pool = workers === 0 ? null : openThreads(Number(workers));
  const countAll = async (path: string): Promise<Tally> => {
    const { files } = findSessionFiles([path]);
    const counting = pool ? countInThreads(pool, files, { options: {} }) : countHere(files, {});
    return (await counting).tally;
  };
  await countAll(String(warm));
  await measure(async () => {
    const tally = await countAll(String(folder));
    threads = tally.threads;
    for (const { total } of tally.spend.values()) tokens += total;
  });
  await pool?.destroy();
  return { threads, tokens };
};

/** Reads each file and parses its lines. */
const floor: Probe = async ({ folder, warm }, measure) => {
  let objects = 0;
  const parseAll = (path: string): void => {
    for (const { path: file } of findSessionFiles([path]).files) {
      for (const line of readFileSync(file, "utf8").split("\n")) {
        if (line === "") continue;
        JSON.parse(line);
        objects += 1;
      }
    }
  };
  parseAll(String(warm));
  await measure(() => parseAll(String(folder)));
  return { objects };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const threads = bench.isQuick ? QUICK_THREADS : THREADS;
  const folder = writeThreads(join(bench.scratch, "stats"), threads);
  const warm = writeThreads(join(bench.scratch, "stats-warm"), WARM_THREADS);
  const cores = availableParallelism();
  const probes = {
    one: { folder, warm, workers: 0 },
    all: { folder, warm, workers: cores },
    floor: { folder, warm },
  };
  const sampled = await bench.sample("stats", probes, bench.isQuick ? 1 : 2);
  const [one, all] = [sampled("one"), sampled("all")];
  const words = threads.toLocaleString("en-US");
  return [
    {
      name: `stats over ${words} threads, one at a time, against reading and JSON.parse`,
      unit: "ms",
      measured: one.ms,
      floor: sampled("floor").ms,
      budget: { ratio: 4 },
    },
    {
      name: `stats over ${words} threads, ${cores} at a time, against one at a time`,
      unit: "ms",
      measured: all.ms,
      floor: one.ms,
      budget: { ratio: cores > 1 ? 0.9 : 1.3 },
    },
  ];
}

/** Threads that differ in their ids, as recorded ones do. */
function writeThreads(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  const template = join(folder, "..", "stats-template.jsonl");
  writeCodexRollout(template, { items: ITEMS_A_THREAD, checkpoints: false });
  const text = readFileSync(template, "utf8");
  for (let number = 0; number < count; number += 1) {
    const id = `019d3a00-0000-7000-8000-${String(number).padStart(12, "0")}`;
    const own = text.replaceAll("019d3a00-0000-7000-8000-0000000000aa", id);
    writeFileSync(join(folder, `rollout-${id}.jsonl`), own);
  }
  return folder;
}

export const row: Row = { run, probes: { one: count, all: count, floor } };
