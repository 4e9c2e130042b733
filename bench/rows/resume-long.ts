import { statSync } from "node:fs";
import { resumeState } from "../../src/reducers/resume.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { designed } from "../budgets.js";
import type { Outcome } from "../outcome.js";
import { extraOf, type Bench, type Probe, type Row } from "../row.js";
import { rolloutFile, storedThread } from "../stored-log.js";

/** With checkpoints the workload's thread of this length has 2 GB. */
const ITEMS = 1_000_000;

/** The first resume of a process: nothing is compiled yet, and nothing is left of earlier ones. */
const resume: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  let head = 0;
  await measure(async () => {
    head = (await resumeState(storedThread(store))).log.head;
  });
  await store.close();
  return { head, gigabytes: statSync(rolloutFile(String(home))).size / 1e9 };
};

async function run(bench: Bench): Promise<readonly Outcome[]> {
  if (!bench.sizes.includes(ITEMS)) {
    const leftOut = "needs a thread of 1M items";
    const designs = ["resume of 2 GB", "resume of 2 GB, memory"] as const;
    return designs.map((design) => ({ name: design, leftOut, design }));
  }
  const home = await bench.thread({ items: ITEMS, checkpoints: true });
  const sample = (await bench.sample("resume-long", { resume: { home } }))("resume");
  const name = `resume, first of its process, ${extraOf(sample, "gigabytes").toFixed(1)} GB`;
  const { ms, peakMb } = sample;
  return [
    { name, unit: "ms", measured: ms, floor: null, ...designed("resume of 2 GB") },
    {
      ...{ name: `${name}: memory`, unit: "MB", measured: peakMb, floor: null },
      ...designed("resume of 2 GB, memory"),
    },
  ];
}

export const row: Row = { run, probes: { resume } };
