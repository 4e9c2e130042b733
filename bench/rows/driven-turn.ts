import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RecordedItem } from "../../src/events/item.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { TurnContext } from "../../src/runtime/fragments/turn-context.js";
import type { Thread } from "../../src/runtime/thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { type Batch, type Log, timeTurns } from "../best-times.js";
import { designed } from "../budgets.js";
import { extraOf, type Bench, type Probe, type Result, type Row, type Sample } from "../row.js";

const WARM_TURNS = 200;
const TURNS = 200;
const QUICK_TURNS = 50;

/** Tells the model nothing of its own; outputs stay as they are. */
const REGISTRY = { session: [] };
const CONTEXT: TurnContext = {
  model: "gpt-5-codex",
  provider: "openai",
  contextWindow: 272_000,
  truncationPolicy: { mode: "bytes", limit: 10_000_000 },
};

/** What a turn of the workload records, and the same as lines: its start, each item, its end. */
interface DrivenTurn {
  readonly items: readonly RecordedItem[];
  readonly records: Batch;
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const { scratch, isQuick } = bench;
  const rounds = isQuick ? 1 : 4;
  const [warm, turns] = isQuick ? [QUICK_TURNS, QUICK_TURNS] : [WARM_TURNS, TURNS];
  const none = { scratch, warm, turns, passes: isQuick ? 2 : 6, isSynced: false };
  const turn = { ...none, isSynced: true }; // the same turns, or warmth would be taken for a sync
  const plain = await bench.sample("driven-turn", { thread: none, floor: none }, rounds);
  const synced = await bench.sample("driven-turn", { thread: turn, floor: turn }, rounds);
  const ms = (sample: Sample) => extraOf(sample, "turnMs");
  return [
    {
      name: "a turn of 13 items, driven item by item, durability none (floor: stringify and write each)",
      ...{ unit: "ms", measured: ms(plain("thread")), floor: ms(plain("floor")) },
      ...designed("driven turn, durability none"),
    },
    {
      name: "what durability turn adds to it (floor: what an fdatasync adds to the floor)",
      ...{ unit: "ms", measured: ms(synced("thread")) - ms(plain("thread")) },
      floor: ms(synced("floor")) - ms(plain("floor")),
      ...designed("driven turn, durability turn"),
    },
  ];
}

const thread: Probe = (sizes, measure) =>
  timeTurns(() => openLog(inScratch(sizes), sizes["isSynced"] === true), drivenTurn, {
    ...{ sizes, measure },
  });

const floor: Probe = (sizes, measure) =>
  timeTurns(() => openFile(inScratch(sizes), sizes["isSynced"] === true), drivenTurn, {
    ...{ sizes, measure },
  });

function inScratch({ scratch }: Parameters<Probe>[0]): string {
  return mkdtempSync(join(String(scratch), "driven-"));
}

function drivenTurn(events: Batch): DrivenTurn {
  const items = events.flatMap(({ type, data }) => (type === "item.recorded" ? [data] : []));
  const isRecord = (type: string) => /^turn\.|^item\./.test(type);
  return { items, records: events.filter(({ type }) => isRecord(type)) };
}

async function openLog(home: string, isSynced: boolean): Promise<Log<DrivenTurn>> {
  const store = jsonlStore({ home, durability: isSynced ? "turn" : "none" });
  const thread = await openThread({ store, registry: REGISTRY });
  return {
    append: (turn) => drive(thread, turn),
    async close() {
      await store.close();
      rmSync(home, { recursive: true });
    },
  };
}

async function drive(thread: Thread, { items }: DrivenTurn): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  for (const { item, origin } of items) await turn.record({ item, origin });
  await turn.complete();
}

function openFile(folder: string, isSynced: boolean): Log<DrivenTurn> {
  const file = openSync(join(folder, "log"), "ax");
  return {
    append({ records }) {
      for (const record of records) writeSync(file, `${JSON.stringify(record)}\n`);
      if (isSynced) fdatasyncSync(file);
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A turn of the workload, recorded item by item as an agent does: a batch for each. */
export const row: Row = { run, probes: { thread, floor } };
