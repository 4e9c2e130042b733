import { jsonlStore, type JsonlStore } from "../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import type { HomeOption } from "./session.js";

/** Opens the store that a command is to write to, works with it, and closes it. */
export async function withStore<Result>(
  { home }: HomeOption,
  work: (store: JsonlStore) => Promise<Result>,
): Promise<Result> {
  const store = jsonlStore({ ...(home !== undefined && { home }) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The same for one thread, by its id, a beginning of it, or a UUID. */
export function withThread<Result>(
  text: string,
  options: HomeOption,
  work: (store: JsonlStore, threadId: string) => Promise<Result>,
): Promise<Result> {
  return withStore(options, async (store) => work(store, await resolveThreadId(store, text)));
}
