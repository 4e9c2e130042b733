import type { RefoldEvent } from "../src/events/event.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { WORKLOAD_THREAD, workloadTurns } from "./workload.js";

export interface StoredWorkload {
  readonly items: number;
  readonly checkpoints: boolean;
  /** So many bytes that no state needs stand at each turn's end, the newest turns' apart; absent: 0. */
  readonly fillerBytes?: number;
}

/** The newest items stand in turns without filler, so that a tail is what it is in any thread. */
const PLAIN_ITEMS = 1_000;

/** Stores a thread of so many items of the workload. @returns the store's home */
export async function storeWorkload(
  home: string,
  { items, checkpoints, fillerBytes = 0 }: StoredWorkload,
): Promise<string> {
  const store = jsonlStore({ home, durability: "none" });
  const filler = "x".repeat(fillerBytes);
  let head = 0;
  let stored = 0;
  for (const turn of workloadTurns({ checkpoints })) {
    const isFilled = fillerBytes > 0 && stored < items - PLAIN_ITEMS;
    const events = isFilled ? turn.events.map((event) => filled(event, filler)) : turn.events;
    head = await store.append(WORKLOAD_THREAD, head, events);
    stored += turn.items;
    if (stored >= items) break;
  }
  await store.close();
  return home;
}

function filled(event: RefoldEvent, filler: string): RefoldEvent {
  return event.type === "turn.completed" ? { ...event, data: { ...event.data, filler } } : event;
}
