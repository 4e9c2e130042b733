import { closeSync, openSync, writeSync } from "node:fs";
import type { RefoldEvent } from "../src/events/event.js";
import { isKnownEvent } from "../src/events/known-event.js";
import type { Item } from "../src/events/item.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { furtherTurns } from "./further-turns.js";
import { WORKLOAD_THREAD } from "./workload.js";

/** What a prompt of the thread has to show. */
export interface PromptLength {
  /** Items that the newest compaction kept; null: there was none. */
  readonly kept: number | null;
  /** Items after it. */
  readonly behind: number;
}

/** A turn as contenders get it: `PeerTurn` of `bench/peers/contender.ts`. */
interface Turn {
  readonly items: object[];
  compaction: { readonly summary: string; readonly kept: readonly object[] } | null;
}

/** Writes the items of a stored thread, turn by turn, one a line. @returns what its prompt has */
export async function writePeerTurns(home: string, path: string): Promise<PromptLength> {
  const store = jsonlStore({ home });
  const file = openSync(path, "w");
  let turn: Turn = { items: [], compaction: null };
  let length: PromptLength = { kept: null, behind: 0 };
  for await (const event of store.read(WORKLOAD_THREAD)) {
    if (!isKnownEvent(event)) continue;
    take(turn, event);
    if (event.type !== "turn.completed") continue;
    writeSync(file, `${JSON.stringify(turn)}\n`);
    const { kept, behind } =
      turn.compaction === null ? length : { kept: turn.compaction.kept.length, behind: 0 };
    length = { kept, behind: behind + turn.items.length };
    turn = { items: [], compaction: null };
  }
  closeSync(file);
  await store.close();
  return length;
}

/** Writes turns with which any thread goes on. */
export function writeFurtherTurns(path: string, count: number): void {
  const file = openSync(path, "w");
  for (const events of furtherTurns(1, count)) {
    const turn: Turn = { items: [], compaction: null };
    for (const event of events) take(turn, event);
    writeSync(file, `${JSON.stringify(turn)}\n`);
  }
  closeSync(file);
}

function take(turn: Turn, event: RefoldEvent): void {
  if (event.type === "item.recorded") turn.items.push(plainItem(event.data.item));
  if (event.type !== "history.compacted") return;
  const kept = event.data.replacement?.map(({ item }) => plainItem(item)) ?? [];
  turn.compaction = { summary: event.data.summary ?? "", kept };
}

/** Without the shape of any provider: each contender gives it its own. */
function plainItem(item: Item): object {
  switch (item.type) {
    case "message": {
      const text = item.content.map((part) => ("text" in part ? part.text : "")).join("");
      return { type: "message", role: item.role, text };
    }
    case "reasoning":
      return {
        type: "reasoning",
        text: `${item.summary.map(({ text }) => text).join("")}${item.encrypted_content ?? ""}`,
      };
    case "function_call":
      return {
        ...{ type: "call", id: item.call_id, name: item.name },
        arguments: JSON.parse(item.arguments) as unknown,
      };
    case "function_call_output":
      return {
        ...{ type: "output", id: item.call_id },
        text: typeof item.output === "string" ? item.output : "",
      };
    default:
      throw new Error(`the workload has no items of type ${item.type}`);
  }
}
