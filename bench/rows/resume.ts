import { resumeState } from "../../src/reducers/resume.js";
import { rollbackTarget } from "../../src/reducers/travel-targets.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { designed } from "../budgets.js";
import { lengthWords } from "../lengths.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { parseBackwardTo, rolloutFile, storedThread } from "../stored-log.js";

/** Short tails take this often until everything is compiled. */
const WARM_TIMES = 200;
const TIMES = 50;

const resume: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const source = storedThread(store);
  for (let time = 0; time < WARM_TIMES; time++) await resumeState(source);
  await measure(async () => {
    for (let time = 0; time < TIMES; time++) await resumeState(source);
  });
  await store.close();
  return {};
};

/** Resumes once: what is left of earlier times is no part of what it needs. */
const once: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  await measure(async () => {
    await resumeState(storedThread(store));
  });
  await store.close();
  return {};
};

/** From a state that is known to the one that a turn less leaves. */
const rollback: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const source = storedThread(store);
  const state = await resumeState(source);
  const thread = { source, state };
  for (let time = 0; time < WARM_TIMES; time++) await rollbackTarget(thread, { turns: 1 });
  await measure(async () => {
    for (let time = 0; time < TIMES; time++) await rollbackTarget(thread, { turns: 1 });
  });
  await store.close();
  return {};
};

const floor: Probe = async ({ home }, measure) => {
  const path = rolloutFile(String(home));
  for (let time = 0; time < WARM_TIMES; time++) parseBackwardTo(path, "history.compacted");
  await measure(() => {
    for (let time = 0; time < TIMES; time++) parseBackwardTo(path, "history.compacted");
  });
  return {};
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const items of bench.sizes) results.push(...(await measured(bench, items)));
  return [...results, ...(await longAgainstShort(bench))];
}

async function measured(bench: Bench, items: number): Promise<readonly Result[]> {
  const home = await bench.thread({ items, checkpoints: true });
  const probes = { resume: { home }, once: { home }, rollback: { home }, floor: { home } };
  const sample = await bench.sample("resume", probes);
  const each = (name: Parameters<typeof sample>[0]): number => sample(name).ms / TIMES;
  const isJudged = items === bench.items;
  const length = `${lengthWords(items)} items`;
  const growing = (of: string) => ({ name: `${of}, ${length}`, growth: { of, items } });
  return [
    {
      ...growing("resume with checkpoints"),
      ...{ unit: "ms", measured: each("resume"), floor: each("floor") },
      ...(isJudged ? designed("resume with checkpoints") : { budget: {} }),
    },
    {
      ...growing("resume with checkpoints: memory"),
      ...{ unit: "MB", measured: sample("once").peakMb, floor: null },
      ...(isJudged ? designed("resume with checkpoints, memory") : { budget: {} }),
    },
    {
      ...growing("rollback by one turn (floor: resume)"),
      ...{ unit: "ms", measured: each("rollback"), floor: each("resume") },
      ...(isJudged ? designed("rollback by one turn") : { budget: {} }),
    },
  ];
}

/** Their tails are the same: see `storeWorkload`. */
async function longAgainstShort(bench: Bench): Promise<readonly Result[]> {
  const shortest = bench.sizes[0] ?? bench.items;
  const home = await bench.thread({ items: bench.items, checkpoints: true });
  const few = await bench.thread({ items: shortest, checkpoints: true });
  const probes = { long: { home }, short: { home: few }, once: { home }, onceShort: { home: few } };
  const sample = await bench.sample("resume", probes);
  const [long, short] = [sample("long").ms / TIMES, sample("short").ms / TIMES];
  const [once, onceShort] = [sample("once").peakMb, sample("onceShort").peakMb];
  const name = `resume, ${lengthWords(bench.items)} against ${lengthWords(shortest)} items`;
  return [
    {
      ...{ name: `${name}, same tail`, unit: "ms", measured: long, floor: short },
      ...designed("resume, long against short"),
    },
    {
      ...{ name: `${name}: memory`, unit: "MB", measured: once, floor: onceShort },
      ...designed("resume, long against short, memory"),
    },
  ];
}

export const row: Row = {
  run,
  probes: { resume, once, rollback, floor, long: resume, short: resume, onceShort: once },
};
