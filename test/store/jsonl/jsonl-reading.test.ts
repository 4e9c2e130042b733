import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rolloutPath } from "../../../src/store/jsonl/home.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { encodeBatch, encodeLog } from "../../../src/store/jsonl/line-encoder.js";
import { collect } from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "./home.js";
import { countingFileSystem } from "./log-on-disk.js";
import { sampleThread } from "./sample-thread.js";

/** A store in which another process left a thread's file with these bytes. */
function storeWith(threadId: string, bytes: Uint8Array, day = "2026-04-01") {
  const fileSystem = countingFileSystem();
  const store = jsonlStore({ home: temporaryHome(), durability: "none", fileSystem });
  onTestFinished(() => store.close());
  const path = rolloutPath(store.home, threadId, day);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return { store, fileSystem };
}

test("a file without a whole batch is no thread yet, and becomes one", async () => {
  const thread = sampleThread();
  const { threadId } = thread;
  const first = [thread.started(), thread.notice(1)];
  const { store } = storeWith(threadId, encodeBatch(first).subarray(0, -3));
  expect(await store.has(threadId)).toBe(false);
  expect(await collect(store.list())).toEqual([]);
  for (const read of [store.read(threadId), store.readBackward(threadId), store.follow(threadId)]) {
    await expect(collect(read)).rejects.toMatchObject({ code: "thread-not-found" });
  }
  await expect(store.lineage(threadId)).rejects.toMatchObject({ code: "thread-not-found" });
  expect(await store.append(threadId, 0, first)).toBe(2);
  expect(store.tornTails).toHaveLength(1);
  expect(await store.head(threadId)).toBe(2);
});

test("law 10: a source reads a thread without a lease, while another store writes to it", async () => {
  const thread = sampleThread();
  const { threadId } = thread;
  const writer = jsonlStore({ home: temporaryHome(), durability: "none" });
  onTestFinished(() => writer.close());
  await writer.append(threadId, 0, [thread.started()]);
  const reader = jsonlStore({ home: writer.home });
  const source = reader.source(threadId);
  expect(await collect(source.read())).toHaveLength(1);
  await expect(reader.append(threadId, 1, [thread.notice(1)])).rejects.toMatchObject({
    code: "lease-held",
  });
  await writer.append(threadId, 1, [thread.notice(1)]);
  expect(await collect(source.read({ from: 1 }))).toHaveLength(1);
  await reader.close();
});

test("a thread is found on another day than its id's", async () => {
  const { threadId, started } = sampleThread();
  const { store } = storeWith(threadId, encodeBatch([started()]), "2025-12-31");
  expect(await store.head(threadId)).toBe(1);
  expect(await collect(store.list())).toMatchObject([{ threadId, head: 1 }]);
});

test("a list reads heads and tails only, and around damage between them", async () => {
  const thread = sampleThread();
  const { threadId } = thread;
  const begin = encodeBatch([thread.started()]);
  const long = encodeBatch(Array.from({ length: 2000 }, (_, index) => thread.notice(index + 1)));
  const damaged = Buffer.concat([begin, Buffer.from("noise\n"), long]);
  const { store, fileSystem } = storeWith(threadId, damaged);
  const entries = await collect(store.list());
  expect(entries).toMatchObject([{ threadId, head: 2001, sizeBytes: damaged.length }]);
  expect(fileSystem.readBytes).toBeLessThan(100_000);
  expect(damaged.length).toBeGreaterThan(300_000);
});

test("a reader lets other work have its turn", async () => {
  const thread = sampleThread();
  const batches = Array.from({ length: 200 }, (_, index) => thread.notices(1 + index * 25, 25));
  const bytes = encodeLog([[thread.started()], ...batches]);
  const { store } = storeWith(thread.threadId, Buffer.concat([...bytes]));
  let turns = 0;
  const immediate = () => {
    turns += 1;
    handle = setImmediate(immediate);
  };
  let handle = setImmediate(immediate);
  await collect(store.read(thread.threadId));
  clearImmediate(handle);
  expect(turns).toBeGreaterThan(1);
});
