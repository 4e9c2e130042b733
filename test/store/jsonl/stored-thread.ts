import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { jsonlStore, type JsonlStoreOptions } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";

export function openStore(options: JsonlStoreOptions = {}) {
  const store = jsonlStore({ home: temporaryHome(), ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A thread of three batches, with its file closed; the last batch holds offsets 3 to 5. */
export async function storedThread() {
  const home = temporaryHome();
  const thread = sampleThread();
  const store = jsonlStore({ home });
  await store.append(thread.threadId, 0, [thread.started()]);
  await store.append(thread.threadId, 1, thread.notices(1, 2));
  await store.append(thread.threadId, 3, thread.notices(3, 3));
  await store.close();
  const path = join(home, "threads/2026/04/01", `${thread.threadId}.jsonl`);
  return { home, thread, path, bytes: readFileSync(path) };
}

export async function offsetsIn(home: string, threadId: string): Promise<number[]> {
  const store = jsonlStore({ home });
  const offsets: number[] = [];
  for await (const { offset } of store.read(threadId)) offsets.push(offset);
  await store.close();
  return offsets;
}

export function besides(path: string): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return readdirSync(join(path, "..")).filter((other) => other !== name);
}
