import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RefoldEvent } from "../../src/events/event.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row, Sample } from "../row.js";
import { WORKLOAD_THREAD, workloadTurns } from "../workload.js";

type Batch = readonly RefoldEvent[];
/** Something to append to, and its end. */
interface Log {
  readonly append: (batch: Batch) => unknown;
  readonly close: () => unknown;
}

const WARM_TURNS = 200;
const TURNS = 200;
const ITEMS_A_TURN = 13;

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

/**
 * Appends the same turns several times over, each time to a new log that is warm already, and adds up
 * each turn's best time: the rest is the machine's other work.
 */
function appending(open: typeof openStore): Probe {
  return async ({ scratch, isSynced, warm, passes }, measure) => {
    const bestMs = Array.from({ length: TURNS }, () => Infinity);
    for (let pass = 0; pass < Number(passes); pass += 1) {
      const folder = mkdtempSync(join(String(scratch), "append-"));
      const log = open(folder, isSynced === true);
      const workload = workloadTurns();
      for (let turn = 0; turn < Number(warm); turn += 1) {
        await log.append(workload.next().value.events);
      }
      const batches = Array.from({ length: TURNS }, () => workload.next().value.events);
      await measure(async () => {
        for (const [turn, batch] of batches.entries()) {
          const start = performance.now();
          await log.append(batch);
          bestMs[turn] = Math.min(bestMs[turn] ?? Infinity, performance.now() - start);
        }
      });
      await log.close();
      rmSync(folder, { recursive: true });
    }
    return { turnMs: bestMs.reduce((sum, ms) => sum + ms, 0) / TURNS };
  };
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const { scratch, isQuick } = bench;
  const none = { scratch, warm: WARM_TURNS, passes: isQuick ? 4 : 6, isSynced: false };
  const turn = { ...none, warm: 5, passes: 4, isSynced: true };
  const plain = await bench.sample("append", { store: none, floor: none }, isQuick ? 2 : 4);
  const synced = await bench.sample("append", { store: turn, floor: turn }, isQuick ? 2 : 4);
  const few = { ...none, warm: Math.ceil(1_000 / ITEMS_A_TURN), passes: 2 };
  const many = { ...few, warm: Math.ceil(bench.items / ITEMS_A_TURN) };
  const length = await bench.sample("append", { many, few }, 4);
  return [
    against("append, durability none, a turn", plain("store"), plain("floor"), 1.5),
    against("append, durability turn, a turn", synced("store"), synced("floor"), 1.25),
    against(`append to ${bench.items} items against 1000`, length("many"), length("few"), 1.25),
  ];
}

function against(name: string, measured: Sample, floor: Sample, ratio: number): Result {
  return {
    name,
    unit: "ms",
    measured: measured.extra.turnMs ?? 0,
    floor: floor.extra.turnMs ?? 0,
    budget: { ratio },
  };
}

export const row: Row = {
  run,
  probes: {
    store: appending(openStore),
    floor: appending(openFloor),
    many: appending(openStore),
    few: appending(openStore),
  },
};
