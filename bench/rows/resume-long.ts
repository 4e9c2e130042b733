import { statSync } from "node:fs";
import { join } from "node:path";
import { resumeState } from "../../src/reducers/replay.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { storeWorkload } from "../store-workload.js";
import { rolloutFile, storedThread } from "../stored-log.js";

/** With the workload's own bytes this makes 2 GB. */
const FILLER_BYTES = 240_000;
const ITEMS = 100_000;

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

/** Writes some gigabytes, so a quick run goes without. */
async function run(bench: Bench): Promise<readonly Result[]> {
  if (bench.isQuick) return [];
  const options = { items: ITEMS, checkpoints: true, fillerBytes: FILLER_BYTES };
  const home = await storeWorkload(join(bench.scratch, "long"), options);
  const { ms, peakMb, extra } = (await bench.sample("resume-long", { resume: { home } }))("resume");
  const name = `resume, first of its process, ${extra.gigabytes?.toFixed(1)} GB`;
  return [
    { name, unit: "ms", measured: ms, floor: null, budget: { most: 100 } },
    { name: `${name}: memory`, unit: "MB", measured: peakMb, floor: null, budget: { most: 120 } },
  ];
}

export const row: Row = { run, probes: { resume } };
