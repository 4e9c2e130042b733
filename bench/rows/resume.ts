import { resumeState } from "../../src/reducers/replay.js";
import { rollbackTarget } from "../../src/reducers/time-travel/rollback-target.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { parseBackwardTo, rolloutFile, storedThread } from "../stored-log.js";

const WARM_TIMES = 30;
const TIMES = 20;

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
  const { items } = bench;
  const home = await bench.thread({ items, checkpoints: true });
  const small = await bench.thread({ items: 1_000, checkpoints: true });
  const middle = await bench.thread({ items: 10_000, checkpoints: true });
  const sample = await bench.sample("resume", {
    resume: { home },
    small: { home: small },
    middle: { home: middle },
    once: { home },
    smallOnce: { home: small },
    rollback: { home },
    floor: { home },
    smallFloor: { home: small },
  });
  const each = (name: Parameters<typeof sample>[0]): number => sample(name).ms / TIMES;
  // Tails differ in length from one thread to another: each against its own floor.
  const smallRatio = each("small") / each("smallFloor");
  return [
    {
      name: `resume, ${items} items`,
      unit: "ms",
      measured: each("resume"),
      floor: each("floor"),
      budget: { ratio: 3 },
    },
    {
      name: `resume, ${items} items: memory`,
      unit: "MB",
      measured: sample("once").peakMb,
      floor: null,
      budget: { most: 80 },
    },
    {
      name: `resume, ${items} against 1,000 items, per tail`,
      unit: "ms",
      measured: each("resume"),
      floor: each("floor") * smallRatio,
      budget: { ratio: 1.5 },
    },
    {
      name: `resume, ${items} against 1,000 items: memory`,
      unit: "MB",
      measured: sample("once").peakMb,
      floor: sample("smallOnce").peakMb,
      budget: { ratio: 1.2 },
    },
    {
      name: "resume, 10,000 items",
      unit: "ms",
      measured: each("middle"),
      floor: each("floor"),
      budget: { ratio: 3 },
    },
    {
      name: `rollback by one turn, ${items} items`,
      unit: "ms",
      measured: each("rollback"),
      floor: each("resume"),
      budget: { ratio: 2 },
    },
  ];
}

export const row: Row = {
  run,
  probes: {
    resume,
    small: resume,
    middle: resume,
    once,
    smallOnce: once,
    rollback,
    floor,
    smallFloor: floor,
  },
};
