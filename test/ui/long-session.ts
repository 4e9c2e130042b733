import type { Item, Origin } from "../../src/events/item.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { HistoryBuilder, madeUlid } from "../../src/testing/history-builder.js";

/** Items of a turn below: a question, three calls with their outputs, an answer. */
const CALLS = 3;
const ITEMS_A_TURN = 2 + 2 * CALLS;
const TURNS_A_COMPACTION = 50;

/** The thread of `writeLongSession`. */
export const LONG_THREAD = madeUlid("thread", 0);

/**
 * A thread of so many items, with checkpoints and rollbacks, in a store. Its texts are short: what is
 * tried is their number.
 */
export async function writeLongSession(home: string, items: number): Promise<void> {
  const builder = new HistoryBuilder();
  for (let turn = 0; turn * ITEMS_A_TURN < items; turn += 1) {
    const compactions = turn / TURNS_A_COMPACTION;
    if (compactions > 0 && Number.isInteger(compactions)) compact(builder, compactions);
    addTurn(builder, turn);
    if (turn % 1_000 === 999) {
      const data = { to: builder.head - 2, turns: null, historyVersion: builder.nextVersion };
      builder.append({ type: "history.rolled-back", data });
    }
  }
  const store = jsonlStore({ home, durability: "none" });
  const { events } = builder.wholeHistory();
  for (let from = 0; from < events.length; from += BATCH) {
    await store.append(LONG_THREAD, from, events.slice(from, from + BATCH));
  }
  await store.close();
}

const BATCH = 5_000;

function addTurn(builder: HistoryBuilder, turn: number): void {
  builder.append({ type: "turn.started", data: { envelope: { model: "gpt-5.2-codex" } } });
  record(builder, "user", said("user", `Question ${turn}: where is the almanac of ${turn}?`));
  for (let call = 0; call < CALLS; call += 1) {
    const call_id = `call-${turn}-${call}`;
    const args = JSON.stringify({ command: ["bash", "-lc", `ls year-${turn}`] });
    record(builder, "model", { type: "function_call", name: "shell", arguments: args, call_id });
    const output = `Exit code: 0\nalmanac-${turn}.txt`;
    record(builder, "tool", { type: "function_call_output", call_id, output });
  }
  record(builder, "model", said("assistant", `It is in \`year-${turn}\`.`));
  builder.append({ type: "turn.completed", data: { reason: null, durationMs: 1_000 } });
}

function said(role: "user" | "assistant", text: string): Item {
  const type = role === "user" ? "input_text" : "output_text";
  return { type: "message", role, content: [{ type, text }] };
}

function record(builder: HistoryBuilder, origin: Origin, item: Item): void {
  const countedBytes = JSON.stringify(item).length;
  builder.append({ type: "item.recorded", data: { item, origin, countedBytes } });
}

function compact(builder: HistoryBuilder, number: number): void {
  const summary = `Summary of ${number * TURNS_A_COMPACTION} turns.`;
  const item = said("user", summary);
  const data = {
    ...{ trigger: "manual" as const, reason: null, summary, placement: "none" as const },
    replacement: [{ item, origin: "runtime" as const, countedBytes: JSON.stringify(item).length }],
    ...{ replaced: { from: 0, to: builder.head - 1 }, tokensBefore: null, tokensAfter: null },
    ...{ trimmed: [], windowNumber: number, historyVersion: builder.nextVersion },
  };
  builder.append({ type: "history.compacted", data }, { complete: true });
}
