import { temporaryHome } from "../store/jsonl/home.js";
import { jsonlStore, type JsonlStore } from "../store/jsonl/jsonl-store.js";

/** Works with a store that goes when the work is done. */
export async function withTemporaryStore<Result>(
  work: (store: JsonlStore) => Promise<Result>,
): Promise<Result> {
  const { home, remove } = temporaryHome();
  const store = jsonlStore({ home, durability: "none" });
  try {
    return await work(store);
  } finally {
    await store.close();
    remove();
  }
}
