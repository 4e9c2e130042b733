import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lastValueFrom, toArray } from "rxjs";
import type { Variant } from "../../src/experiments/plan.js";
import { runExperiment } from "../../src/experiments/run-experiment.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { withCopy } from "../home-copy.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { WORKLOAD_THREAD } from "../workload.js";

const FORKS = 1_000;
const JOBS = 8;

/** An experiment with as many forks, each with instructions of its own, `project`ed. */
const experiment: Probe = async ({ home, forks }, measure) => {
  const store = jsonlStore({ home: String(home), durability: "none" });
  const before = bytesIn(String(home));
  const variants = Object.fromEntries(
    Array.from({ length: Number(forks) }, (_, index): [string, Variant] => [
      `v${index}`,
      { instructions: `Be brief, the ${index}th time.` },
    ]),
  );
  const at = (await store.head(WORKLOAD_THREAD)) - 1;
  const plan = { name: `bench ${forks}`, base: WORKLOAD_THREAD, at, mode: "project" } as const;
  await measure(async () => {
    const results = runExperiment({ ...plan, variants, store }, { jobs: JOBS });
    const failed = (await lastValueFrom(results.pipe(toArray()))).filter((one) => one.failure);
    if (failed.length > 0) throw new Error(`${failed.length} variants failed`);
  });
  await store.close();
  return { bytes: (bytesIn(String(home)) - before) / Number(forks) };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const home = await bench.thread({ items: bench.items, checkpoints: true });
  const forks = bench.isQuick ? FORKS / 10 : FORKS;
  const sampled = await withCopy(bench, home, (copy) =>
    bench.sample("experiment", { experiment: { home: copy, forks } }, 1),
  );
  const sample = sampled("experiment");
  const name = `${forks} forks of ${bench.items} items`;
  return [
    {
      name: `${name}, projected, each`,
      unit: "ms",
      measured: sample.ms / forks,
      floor: null,
      budget: { most: 100 },
    },
    {
      name: `${name}, written, each`,
      unit: "bytes",
      measured: sample.extra.bytes ?? 0,
      floor: null,
      budget: { most: 8_192 },
    },
    {
      name: `${name}, ${JOBS} jobs, memory`,
      unit: "MB",
      measured: sample.peakMb,
      floor: null,
      budget: { most: 400 },
    },
  ];
}

function bytesIn(home: string): number {
  const threads = join(home, "threads");
  const names = readdirSync(threads, { recursive: true, encoding: "utf8" });
  const sizes = names.map((name) => statSync(join(threads, name)));
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

export const row: Row = { run, probes: { experiment } };
