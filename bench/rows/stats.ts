import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { countFiles } from "../../src/cli/stats/count-files.js";
import { countHere, countInThreads } from "../../src/cli/stats/count-pool.js";
import { findSessionFiles } from "../../src/runtime/discovery/session-files.js";
import { writeCodexRollout } from "../codex-workload.js";
import type { Bench, Probe, Result, Row } from "../row.js";

/** About 50 KB a thread. */
const ITEMS_A_THREAD = 20;
const THREADS = 10_000;
const QUICK_THREADS = 400;

/** Counts all of them, with so many workers; 0: in this thread. */
const count: Probe = async ({ folder, workers }, measure) => {
  let threads = 0;
  let tokens = 0;
  await measure(async () => {
    const { files } = await findSessionFiles([String(folder)]);
    const pool = workers === 0 ? countHere({}) : countInThreads(Number(workers), {});
    const { tally } = await countFiles(files, pool, () => undefined);
    await pool.close();
    threads = tally.threads;
    for (const { total } of tally.spend.values()) tokens += total;
  });
  return { threads, tokens };
};

/** Reads each file and parses its lines. */
const floor: Probe = async ({ folder }, measure) => {
  let objects = 0;
  await measure(async () => {
    const { files } = await findSessionFiles([String(folder)]);
    for (const { path } of files) {
      for (const line of readFileSync(path, "utf8").split("\n")) {
        if (line === "") continue;
        JSON.parse(line);
        objects += 1;
      }
    }
  });
  return { objects };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const threads = bench.isQuick ? QUICK_THREADS : THREADS;
  const folder = writeThreads(join(bench.scratch, "stats"), threads);
  const cores = availableParallelism();
  const probes = {
    one: { folder, workers: 0 },
    all: { folder, workers: cores },
    floor: { folder },
  };
  const sampled = await bench.sample("stats", probes, bench.isQuick ? 3 : 2);
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
