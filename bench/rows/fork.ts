import { statSync } from "node:fs";
import { join } from "node:path";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { WORKLOAD_THREAD } from "../workload.js";

const AT = "2026-04-02T12:00:00.000Z";
const FORKS = 20;

/** Forks at offsets spread over the whole thread; the first ones are not counted. */
const fork: Probe = async ({ home, seed }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const head = await store.head(WORKLOAD_THREAD);
  const number = (index: number): string => String(index + 100 * Number(seed)).padStart(4, "0");
  const forkAt = (index: number) =>
    forkThread(store, {
      parentId: WORKLOAD_THREAD,
      offset: Math.floor(((index % FORKS) / FORKS) * head),
      threadId: `01KN400000000000000000${number(index)}`,
      eventId: `01KN40000000000000000E${number(index)}`,
      at: AT,
    });
  for (let index = FORKS; index < FORKS + 5; index += 1) await forkAt(index);
  let slowestMs = 0;
  let bytes = 0;
  for (let index = 0; index < FORKS; index += 1) {
    const start = performance.now();
    await measure(async () => {
      await forkAt(index);
    });
    slowestMs = Math.max(slowestMs, performance.now() - start);
    const day = join(String(home), "threads", ...AT.slice(0, 10).split("-"));
    bytes = Math.max(
      bytes,
      statSync(join(day, `01KN400000000000000000${number(index)}.jsonl`)).size,
    );
  }
  await store.close();
  return { slowestMs, bytes };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const home = await bench.thread({ items: bench.items, checkpoints: false });
  const samples = [];
  for (let seed = 0; seed < 5; seed += 1) {
    samples.push((await bench.sample("fork", { fork: { home, seed } }, 1))("fork"));
  }
  const name = `fork at any offset, ${bench.items} items`;
  const ms = Math.min(...samples.map((sample) => sample.ms / FORKS));
  const bytes = Math.max(...samples.map(({ extra }) => extra.bytes ?? 0));
  return [
    { name, unit: "ms", measured: ms, floor: null, budget: { most: 5 } },
    {
      name: `${name}, written`,
      unit: "bytes",
      measured: bytes,
      floor: null,
      budget: { most: 2_048 },
    },
  ];
}

export const row: Row = { run, probes: { fork } };
