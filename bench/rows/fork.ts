import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { designed } from "../budgets.js";
import { lengthWords } from "../lengths.js";
import { extraOf, type Bench, type Probe, type Result, type Row } from "../row.js";
import { WORKLOAD_THREAD } from "../workload.js";

const AT = "2026-04-02T12:00:00.000Z";
const FORKS = 20;
const WARM_FORKS = 5;
const ROUNDS = 5;

/** Forks at offsets spread over the whole thread; the first ones are not counted. */
const fork: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const head = await store.head(WORKLOAD_THREAD);
  const day = join(String(home), "threads", ...AT.slice(0, 10).split("-")); // the forks' own
  const idOf = (index: number): string => `01KN400000000000000000${number(index)}`;
  const forkAt = (index: number) =>
    forkThread(store, {
      parentId: WORKLOAD_THREAD,
      offset: Math.floor(((index % FORKS) / FORKS) * head),
      threadId: idOf(index),
      eventId: `01KN40000000000000000E${number(index)}`,
      at: AT,
    });
  for (let index = FORKS; index < FORKS + WARM_FORKS; index += 1) await forkAt(index);
  let bytes = 0;
  for (let index = 0; index < FORKS; index += 1) {
    await measure(async () => {
      await forkAt(index);
    });
    bytes = Math.max(bytes, statSync(join(day, `${idOf(index)}.jsonl`)).size);
  }
  await store.close();
  rmSync(day, { recursive: true });
  return { bytes };
};

function number(index: number): string {
  return String(index).padStart(4, "0");
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const items of bench.sizes) {
    const home = await bench.thread({ items, checkpoints: false });
    const rounds = bench.isQuick ? 1 : ROUNDS;
    const sample = (await bench.sample("fork", { fork: { home } }, rounds))("fork");
    const of = "fork at any offset";
    const name = `${of}, ${lengthWords(items)} items`;
    const isJudged = items === bench.items;
    const took = { name, unit: "ms", measured: sample.ms / FORKS, floor: null } as const;
    const budget = isJudged ? designed("fork at any offset") : { budget: {} };
    results.push({ ...took, ...budget, growth: { of, items } });
    if (!isJudged) continue;
    const written = extraOf(sample, "bytes");
    results.push({
      ...{ name: `${name}, written`, unit: "bytes", measured: written, floor: null },
      ...designed("fork at any offset, written"),
    });
  }
  return results;
}

export const row: Row = { run, probes: { fork } };
