import { replay } from "../../src/reducers/replay.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { designed } from "../budgets.js";
import { hasRoomFor, withoutRoom } from "../heap-room.js";
import { lengthWords } from "../lengths.js";
import type { Outcome } from "../outcome.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { parseForward, rolloutFile, storedThread } from "../stored-log.js";
import { WORKLOAD_THREAD } from "../workload.js";

/** Offset that is replayed to before what is measured, so that everything is compiled; or the last. */
const WARM_OFFSET = 5_000;
/** Beyond it a round takes half a minute, and noise does not matter any more. */
const MOST_ITEMS_FOR_ROUNDS = 100_000;

const full: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const source = storedThread(store);
  const last = (await store.head(WORKLOAD_THREAD)) - 1;
  await replay(source, { to: Math.min(WARM_OFFSET, last) });
  let items = 0;
  await measure(async () => {
    items = (await replay(source)).ledger.entries.length;
  });
  await store.close();
  return { items };
};

/** Keeps what a state must keep: without checkpoints every item. */
const floor: Probe = async ({ home, keeps }, measure) => {
  const path = rolloutFile(String(home));
  const kept: unknown[] = [];
  let lines = 0;
  parseForward(path, () => (lines += 1) < WARM_OFFSET);
  await measure(() => {
    parseForward(path, (value) => {
      if (keeps === true) kept.push(value);
      return true;
    });
  });
  return { lines, kept: kept.length };
};

async function run(bench: Bench): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const checkpoints of [false, true]) {
    for (const items of bench.sizes) outcomes.push(...(await measured(bench, items, checkpoints)));
  }
  return outcomes;
}

async function measured(
  bench: Bench,
  items: number,
  checkpoints: boolean,
): Promise<readonly Outcome[]> {
  const of = `full replay, ${checkpoints ? "with checkpoints" : "without checkpoints"}`;
  const name = `${of}, ${lengthWords(items)} items`;
  if (!checkpoints && !hasRoomFor(items)) return [withoutRoom(name)];
  const home = await bench.thread({ items, checkpoints });
  const usual = bench.isQuick ? 1 : 5;
  const rounds = items > MOST_ITEMS_FOR_ROUNDS ? 1 : usual;
  const probes = { full: { home }, floor: { home, keeps: !checkpoints } };
  const sample = await bench.sample("replay", probes, rounds);
  const isJudged = items === bench.items;
  const [ours, plain] = [sample("full"), sample("floor")];
  const time: Result = {
    ...{ name, unit: "ms", measured: ours.ms, floor: plain.ms },
    ...(isJudged ? designed("full replay") : { budget: {} }),
    growth: { of, items },
  };
  const memory: Result = {
    ...{ name: `${name}: memory`, unit: "MB", measured: ours.peakMb, floor: plain.peakMb },
    ...(isJudged ? designed("full replay, memory") : { budget: {} }),
    growth: { of: `${of}: memory`, items },
  };
  return [time, memory];
}

export const row: Row = { run, probes: { full, floor } };
