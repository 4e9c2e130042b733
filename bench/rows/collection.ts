import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { resumeState } from "../../src/reducers/resume.js";
import { listThreads } from "../../src/runtime/discovery/listing/list-threads.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { rolloutFile, storedThread } from "../stored-log.js";
import { WORKLOAD_THREAD } from "../workload.js";

/** Makes 200 KB. */
const ITEMS_A_THREAD = 100;

/** Every file is read: there is no index. */
const cold: Probe = async ({ home }, measure) => {
  rmSync(join(String(home), "index"), { recursive: true, force: true });
  await measure(async () => {
    await listThreads({ home: String(home) });
  });
  return {};
};

/** Nothing has changed since the last list. */
const warm: Probe = async ({ home }, measure) => {
  await listThreads({ home: String(home) });
  await measure(async () => {
    await listThreads({ home: String(home) });
  });
  return {};
};

const archive: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  await store.unarchive(WORKLOAD_THREAD);
  let sizes = { logBytes: 0, archiveBytes: 0 };
  await measure(async () => {
    sizes = await store.archive(WORKLOAD_THREAD);
  });
  await store.close();
  const { logBytes, archiveBytes } = sizes;
  return { megabytes: logBytes / 1e6, percent: (archiveBytes / logBytes) * 100 };
};

const resume: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  await measure(async () => {
    await resumeState(storedThread(store));
  });
  await store.close();
  return {};
};

async function run(bench: Bench): Promise<readonly Result[]> {
  return [...(await runList(bench)), ...(await runArchive(bench))];
}

async function runList(bench: Bench): Promise<readonly Result[]> {
  const threads = bench.isQuick ? 200 : 10_000;
  const home = await manyThreads(bench, threads);
  const sample = await bench.sample(
    "collection",
    { cold: { home }, warm: { home } },
    bench.isQuick ? 1 : 3,
  );
  const name = `list of ${threads} threads`;
  const result = (label: string, measured: number, most: number): Result => ({
    ...{ name: `${name}, ${label}`, unit: "ms", measured, floor: null },
    budget: { most: (most * threads) / 10_000 },
  });
  return [
    result("cold", sample("cold").ms, 2_000),
    result("warm, in the process", sample("warm").ms, 200),
  ];
}

async function runArchive(bench: Bench): Promise<readonly Result[]> {
  const thread = { items: bench.items, checkpoints: true };
  const plain = await bench.thread(thread);
  const archived = join(bench.scratch, "archived");
  const file = rolloutFile(plain).replace(plain, archived);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(rolloutFile(plain), file);
  const change = (
    await bench.sample("collection", { archive: { home: archived } }, bench.isQuick ? 1 : 2)
  )("archive");
  const probes = { resume: { home: archived } };
  const ours = (await bench.sample("collection", probes))("resume");
  const floor = (await bench.sample("collection", { resume: { home: plain } }))("resume");
  const { megabytes = 0, percent = 0 } = change.extra;
  const name = `${megabytes.toFixed(0)} MB, to ${percent.toFixed(0)}%`;
  return [
    {
      ...{ name: `archive of ${name}`, unit: "ms", measured: change.ms, floor: null },
      budget: {},
    },
    {
      ...{ name: `resume, archived, against plain`, unit: "ms", measured: ours.ms },
      ...{ floor: floor.ms, budget: {} },
    },
  ];
}

/** Copies of one thread: a list asks what a file holds, not whether others hold the same. */
async function manyThreads(bench: Bench, count: number): Promise<string> {
  const model = rolloutFile(await bench.thread({ items: ITEMS_A_THREAD, checkpoints: false }));
  const home = join(bench.scratch, "many");
  for (let number = 0; number < count; number += 1) {
    const day = join(home, "threads", "2026", "04", String(1 + (number % 28)).padStart(2, "0"));
    mkdirSync(day, { recursive: true });
    copyFileSync(model, join(day, `01KN4${String(number).padStart(21, "0")}.jsonl`));
  }
  return home;
}

export const row: Row = { run, probes: { cold, warm, archive, resume } };
