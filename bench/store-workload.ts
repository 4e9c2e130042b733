import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { WORKLOAD_THREAD, workloadTurns } from "./workload.js";

/** Stores a thread of so many items of the workload. @returns the store's home */
export async function storeWorkload(
  home: string,
  { items, checkpoints }: { readonly items: number; readonly checkpoints: boolean },
): Promise<string> {
  const store = jsonlStore({ home, durability: "none" });
  let head = 0;
  let stored = 0;
  for (const turn of workloadTurns({ checkpoints })) {
    head = await store.append(WORKLOAD_THREAD, head, turn.events);
    stored += turn.items;
    if (stored >= items) break;
  }
  await store.close();
  return home;
}
