import { replay } from "../../src/reducers/replay.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { parseForward, rolloutFile, storedThread } from "../stored-log.js";

/** Offset that is replayed to before what is measured, so that everything is compiled. */
const WARM_OFFSET = 5_000;

const full: Probe = async ({ home }, measure) => {
  const store = jsonlStore({ home: String(home) });
  const source = storedThread(store);
  await replay(source, { to: WARM_OFFSET });
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
  parseForward(path, () => lines++);
  await measure(() => {
    parseForward(path, (value) => {
      if (keeps === true) kept.push(value);
    });
  });
  return { lines, kept: kept.length };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const checkpoints of [false, true]) {
    const { items } = bench;
    const home = await bench.thread({ items, checkpoints });
    const sample = await bench.sample(
      "replay",
      { full: { home }, floor: { home, keeps: !checkpoints } },
      bench.isQuick ? 3 : 5,
    );
    const name = `full replay, ${items} items, ${checkpoints ? "checkpoints" : "none"}`;
    const [measured, plain] = [sample("full"), sample("floor")];
    results.push(
      { name, unit: "ms", measured: measured.ms, floor: plain.ms, budget: { ratio: 1.6 } },
      {
        name: `${name}: memory`,
        unit: "MB",
        measured: measured.peakMb,
        floor: plain.peakMb,
        budget: { ratio: 1.5 },
      },
    );
  }
  return results;
}

export const row: Row = { run, probes: { full, floor } };
