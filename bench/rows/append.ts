import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { BestTimes, type Batch, type Log, timeAppends } from "../best-times.js";
import { designed, type DesignBudget } from "../budgets.js";
import { furtherTurns } from "../further-turns.js";
import { withCopy } from "../home-copy.js";
import { lengthWords } from "../lengths.js";
import { extraOf, type Bench, type Probe, type Result, type Row, type Sample } from "../row.js";
import { rolloutFile } from "../stored-log.js";
import { WORKLOAD_THREAD } from "../workload.js";

const WARM_TURNS = 200;
const TURNS = 200;
const QUICK_TURNS = 50;
/** Few, so that a short thread is still a short one after them. */
const TURNS_AT_LENGTH = 20;

function openStore(home: string, isSynced: boolean): Log {
  const store = jsonlStore({ home, durability: isSynced ? "turn" : "none" });
  return {
    append: (batch) => store.append(WORKLOAD_THREAD, batch[0]?.offset ?? 0, batch),
    close: () => store.close(),
  };
}

/** The plainest code that does the bytes' share: stringify, one write a turn, and the sync if asked. */
function openFloor(folder: string, isSynced: boolean): Log {
  const file = openSync(join(folder, "log"), "ax");
  return {
    append(batch) {
      let text = "";
      for (const event of batch) text += `${JSON.stringify(event)}\n`;
      writeSync(file, text);
      if (isSynced) fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function appending(open: typeof openStore): Probe {
  return (sizes, measure) =>
    timeAppends(
      () => {
        const folder = mkdtempSync(join(String(sizes["scratch"]), "append-"));
        const log = open(folder, sizes["isSynced"] === true);
        const close = async (): Promise<void> => {
          await log.close();
          rmSync(folder, { recursive: true });
        };
        return { append: log.append, close };
      },
      sizes,
      measure,
    );
}

/** Appends to a thread that is there, which is cut back to its length after each pass. */
const atLength: Probe = async ({ home, passes }, measure) => {
  const times = new BestTimes();
  const path = rolloutFile(String(home));
  const { size } = statSync(path);
  for (let pass = 0; pass < Number(passes); pass += 1) {
    const store = jsonlStore({ home: String(home), durability: "none" });
    const batches = furtherTurns(await store.head(WORKLOAD_THREAD), TURNS_AT_LENGTH);
    const append = (batch: Batch) => store.append(WORKLOAD_THREAD, batch[0]?.offset ?? 0, batch);
    await measure(() => times.append({ append, close: () => store.close() }, batches));
    await store.close();
    truncateSync(path, size);
  }
  return { turnMs: times.meanMs() };
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const { scratch, isQuick } = bench;
  const rounds = isQuick ? 1 : 4;
  const [warm, turns] = isQuick ? [QUICK_TURNS, QUICK_TURNS] : [WARM_TURNS, TURNS];
  const none = { scratch, warm, turns, passes: isQuick ? 2 : 6, isSynced: false };
  const turn = { ...none, warm: 5, passes: isQuick ? 1 : 4, isSynced: true };
  const plain = await bench.sample("append", { store: none, floor: none }, rounds);
  const synced = await bench.sample("append", { store: turn, floor: turn }, rounds);
  return [
    against("append, durability none", plain("store"), plain("floor")),
    ...(await runLengths(bench)),
    against("append, durability turn", synced("store"), synced("floor")),
  ];
}

/** The shortest thread is taken again beside each longer one. */
async function runLengths(bench: Bench): Promise<readonly Result[]> {
  const [shortest = 0, ...longer] = bench.sizes;
  const short = await bench.thread({ items: shortest, checkpoints: false });
  const results: Result[] = [];
  for (const items of longer) {
    const home = await bench.thread({ items, checkpoints: false });
    const sampled = await withCopy(bench, home, (copy) =>
      withCopy(bench, short, (few) => {
        const passes = bench.isQuick ? 4 : 10;
        const probes = { long: { home: copy, passes }, short: { home: few, passes } };
        return bench.sample("append", probes, bench.isQuick ? 1 : 3);
      }),
    );
    if (results.length === 0) results.push(lengthened(sampled("short"), shortest));
    results.push(lengthened(sampled("long"), items));
    if (items !== bench.items) continue;
    const name = `append to ${lengthWords(items)} items, against ${lengthWords(shortest)}`;
    const judged = against("append, long against short", sampled("long"), sampled("short"));
    results.push({ ...judged, name });
  }
  return results;
}

function lengthened(sample: Sample, items: number): Result {
  const of = "append a turn, durability none";
  const measured = extraOf(sample, "turnMs");
  return { name: of, unit: "ms", measured, floor: null, budget: {}, growth: { of, items } };
}

function against(design: DesignBudget, measured: Sample, floor: Sample): Result {
  return {
    name: `${design}, a turn`,
    unit: "ms",
    measured: extraOf(measured, "turnMs"),
    floor: extraOf(floor, "turnMs"),
    ...designed(design),
  };
}

export const row: Row = {
  run,
  probes: {
    store: appending(openStore),
    floor: appending(openFloor),
    long: atLength,
    short: atLength,
  },
};
