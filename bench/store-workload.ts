import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { toKeptState } from "../src/reducers/kept-state.js";
import { foldEvent, initialState } from "../src/reducers/reduce.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { WORKLOAD_THREAD, WorkloadThread } from "./workload.js";

export interface StoredWorkload {
  /** At least so many, in whole turns. */
  readonly items: number;
  readonly checkpoints: boolean;
  /** States are kept at the ends of turns, as for a thread that is driven. Default false. */
  readonly keepsStates?: boolean;
}

/** After the newest checkpoint, in turns: half of what leads to the next one. */
const TAIL_TURNS = 6;

/**
 * Stores a thread of this many items of the workload. With checkpoints the turns after its newest one
 * are the same, whatever its length.
 * @returns the store's home
 */
export async function storeWorkload(
  home: string,
  { items, checkpoints, keepsStates = false }: StoredWorkload,
): Promise<string> {
  const store = jsonlStore({ home, durability: "none" });
  const thread = new WorkloadThread({ checkpoints });
  let head = 0;
  let stored = 0;
  let state = initialState;
  const storeTurn = async (): Promise<void> => {
    const turn = thread.nextTurn();
    head = await store.append(WORKLOAD_THREAD, head, turn.events);
    stored += turn.items;
    if (!keepsStates) return;
    state = turn.events.reduce(foldEvent, state);
    store.keepState?.(WORKLOAD_THREAD, () => toKeptState(state));
  };
  while (stored < items) await storeTurn();
  if (checkpoints) {
    thread.beginTail();
    for (let turn = 0; turn < TAIL_TURNS; turn += 1) await storeTurn();
  }
  await store.close();
  return home;
}

/** A home of copies of one thread: a list asks what a file holds, not whether others hold the same. */
export function storeCopies(home: string, rollout: string, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const day = join(home, "threads", "2026", "04", String(1 + (number % 28)).padStart(2, "0"));
    mkdirSync(day, { recursive: true });
    copyFileSync(rollout, join(day, `01KN4${String(number).padStart(21, "0")}.jsonl`));
  }
}
