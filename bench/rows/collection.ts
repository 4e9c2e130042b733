import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { resumeState } from "../../src/reducers/resume.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { rolloutFile, storedThread } from "../stored-log.js";
import { storeCopies } from "../store-workload.js";
import { WORKLOAD_THREAD } from "../workload.js";

/** Makes 200 KB. */
const ITEMS_A_THREAD = 100;
/** Makes 500 MB, with checkpoints. */
const ARCHIVED_ITEMS = 250_000;
const COMMAND = "bin/refold.js";

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

/** The same by the command, from the start of its process to its end. */
const command: Probe = async ({ home }, measure) => {
  await listThreads({ home: String(home) });
  await measure(() => {
    const words = [COMMAND, "list", "--home", String(home)];
    const { status, stderr } = spawnSync(process.execPath, words, { maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`refold list failed:\n${stderr.toString("utf8")}`);
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

/** So many plain bytes at a time: as many frames of an archive hold about as much. */
const PART_BYTES = 1 << 20;

/** Compresses the file and writes nothing. */
const gzip: Probe = async ({ home }, measure) => {
  const bytes = readFileSync(rolloutFile(String(home)));
  let compressed = 0;
  await measure(() => {
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      compressed += gzipSync(bytes.subarray(from, from + PART_BYTES)).length;
    }
  });
  return { compressed };
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
  const colds = await bench.sample("collection", { cold: { home } }, bench.isQuick ? 1 : 3);
  const warms = await bench.sample("collection", { warm: { home }, command: { home } });
  const name = `list of ${threads} threads`;
  const result = (label: string, measured: number, most: number): Result => ({
    ...{ name: `${name}, ${label}`, unit: "ms", measured, floor: null },
    budget: bench.isQuick ? {} : { most },
  });
  return [
    result("cold", colds("cold").ms, 2_000),
    result("warm, in the process", warms("warm").ms, 200),
    result("warm, by the command", warms("command").ms, 200),
  ];
}

async function runArchive(bench: Bench): Promise<readonly Result[]> {
  const items = bench.isQuick ? bench.items : ARCHIVED_ITEMS;
  const plain = await bench.thread({ items, checkpoints: true });
  const archived = join(bench.scratch, "archived");
  const file = rolloutFile(plain).replace(plain, archived);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(rolloutFile(plain), file);
  const rounds = bench.isQuick ? 1 : 2;
  const changes = { archive: { home: archived }, gzip: { home: plain } };
  const change = await bench.sample("collection", changes, rounds);
  const ours = await bench.sample("collection", { resume: { home: archived } });
  const floor = await bench.sample("collection", { resume: { home: plain } });
  const { ms } = change("archive");
  const { megabytes = 0, percent = 0 } = change("archive").extra;
  const size = `${megabytes.toFixed(0)} MB`;
  const speed = `${((megabytes / ms) * 1000).toFixed(0)} MB/s`;
  return [
    {
      ...{ name: `archive of ${size}, to ${percent.toFixed(0)}%, ${speed}, against gzip` },
      ...{ unit: "ms", measured: ms, floor: change("gzip").ms, budget: {} },
    },
    {
      ...{ name: `resume of ${size}, archived, against plain`, unit: "ms" },
      ...{ measured: ours("resume").ms, floor: floor("resume").ms, budget: {} },
    },
  ];
}

async function manyThreads(bench: Bench, count: number): Promise<string> {
  const model = await bench.thread({ items: ITEMS_A_THREAD, checkpoints: false });
  const home = join(bench.scratch, "many");
  storeCopies(home, rolloutFile(model), count);
  return home;
}

export const row: Row = { run, probes: { cold, warm, command, archive, gzip, resume } };
