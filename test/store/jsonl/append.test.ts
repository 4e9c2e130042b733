import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { takeLease } from "../../../src/store/jsonl/lease.js";
import { type JsonlStore, jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { faultyFileSystem } from "../../../src/testing/faulty-file-system.js";
import { sampleThread } from "./sample-thread.js";
import { watchedFileSystem } from "./watched-file-system.js";
import { openStore, storedThread, offsetsIn, besides } from "./stored-thread.js";

describe("appending", () => {
  test("keeps files and folders to their owner", async () => {
    const { home, path } = await storedThread();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const folder of ["threads", "threads/2026", "threads/2026/04", "threads/2026/04/01"]) {
      expect(statSync(join(home, folder)).mode & 0o777).toBe(0o700);
    }
  });

  test("goes on where another store left off, and leaves nothing beside the rollout", async () => {
    const { home, thread, path } = await storedThread();
    const store = jsonlStore({ home });
    expect(await store.append(thread.threadId, 6, thread.notices(6, 2))).toBe(8);
    await store.close();
    expect(await offsetsIn(home, thread.threadId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(besides(path).filter((name) => name.includes("lease"))).toEqual([]);
  });

  test.each([
    ["an append", (store: JsonlStore, id: string) => store.append(id, 6, [])],
    ["a deletion", (store: JsonlStore, id: string) => store.delete(id)],
    ["an archive", (store: JsonlStore, id: string) => store.archive(id)],
  ])("%s finds no thread that was deleted while it took the lease", async (_, change) => {
    const { home, thread, path } = await storedThread();
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      makeFolder: (folder) => {
        if (folder.endsWith(".lease")) rmSync(path, { force: true });
        return nodeFileSystem.makeFolder(folder);
      },
    };
    const store = jsonlStore({ home, fileSystem });
    await expect(change(store, thread.threadId)).rejects.toMatchObject({
      code: "thread-not-found",
    });
    await store.close();
    expect(besides(path)).toEqual([]);
  });

  test("of many batches for one head takes one and refuses the others", async () => {
    const store = openStore();
    const thread = sampleThread();
    await store.append(thread.threadId, 0, [thread.started()]);
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => store.append(thread.threadId, 1, thread.notices(1, 2))),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === "fulfilled") continue;
      expect(attempt.reason).toMatchObject({
        code: "offset-conflict",
        details: { expected: 1, actual: 3 },
      });
    }
  });

  test("refuses a batch whose offsets do not follow on each other", async () => {
    const store = openStore();
    const thread = sampleThread();
    const batch = [thread.started(), thread.notice(2)];
    await expect(store.append(thread.threadId, 0, batch)).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(store.head(thread.threadId)).rejects.toMatchObject({ code: "thread-not-found" });
  });

  test("begins a thread with thread.started only", async () => {
    const store = openStore();
    const thread = sampleThread();
    await expect(store.append(thread.threadId, 0, [thread.notice(0)])).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(store.append(thread.threadId, 1, [thread.notice(1)])).rejects.toMatchObject({
      code: "thread-not-found",
    });
  });

  test("keeps few files open, however many threads are written to", async () => {
    const fileSystem = watchedFileSystem();
    const store = openStore({ fileSystem, openThreads: 3 });
    const threads = Array.from({ length: 20 }, () => sampleThread());
    for (const thread of threads) await store.append(thread.threadId, 0, [thread.started()]);
    await Promise.all(
      threads.map((thread) => store.append(thread.threadId, 1, thread.notices(1, 1))),
    );
    const open = fileSystem.calls.filter((call) => call === "open").length;
    const closed = fileSystem.calls.filter((call) => call === "close").length;
    expect(open - closed).toBe(2 * 3); // each with its lease
    for (const thread of threads) expect(await store.head(thread.threadId)).toBe(2);
  });

  test("goes on for each thread, however many push one another out", async () => {
    const store = openStore({ openThreads: 1 });
    const threads = Array.from({ length: 20 }, () => sampleThread());
    const write = async (thread: (typeof threads)[number]) => {
      const { threadId } = thread;
      let head = await store.append(threadId, 0, [thread.started()]);
      while (head < 6) {
        await Promise.resolve().then(() => undefined); // others are as far as any other step
        head = await store.append(threadId, head, [thread.notice(head)]);
      }
      return head;
    };
    const heads = await Promise.all(threads.map(write));
    expect(new Set(heads)).toEqual(new Set([6]));
  });

  test("is refused by a store that was closed", async () => {
    const store = openStore();
    const thread = sampleThread();
    await store.close();
    await expect(store.append(thread.threadId, 0, [thread.started()])).rejects.toMatchObject({
      code: "store-closed",
    });
  });
});

describe("the fence", () => {
  test("stops a writer when somebody else wrote to the file", async () => {
    const { home, thread, path } = await storedThread();
    const store = openStore({ home });
    await store.append(thread.threadId, 6, thread.notices(6, 1));
    appendFileSync(path, "intruder");
    await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    // Opened afresh: what the intruder left is torn.
    expect(await store.append(thread.threadId, 7, thread.notices(7, 1))).toBe(8);
    expect(store.tornTails).toMatchObject([{ bytes: 8 }]);
  });

  test("stops a writer whose file was removed, once it looks at its lease again", async () => {
    const { home, thread, path } = await storedThread();
    const store = openStore({ home });
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await store.append(thread.threadId, 6, thread.notices(6, 1));
    rmSync(path);
    vi.advanceTimersByTime(10);
    await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "thread-not-found",
    });
  });

  test("stops a writer whose file was cut, by a single byte too", async () => {
    for (const cutBytes of [1, 100]) {
      const { home, thread, path } = await storedThread();
      const store = openStore({ home });
      await store.append(thread.threadId, 6, thread.notices(6, 1));
      truncateSync(path, statSync(path).size - cutBytes);
      await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
        code: "fenced",
      });
      await store.close();
    }
  });

  test("stops a writer whose lease was stolen, and the thief goes on", async () => {
    const { home, thread } = await storedThread();
    const robbed = openStore({ home });
    await robbed.append(thread.threadId, 6, thread.notices(6, 1));
    const polite = openStore({ home });
    await expect(polite.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "lease-held",
      details: { holder: { pid: process.pid } },
    });
    const thief = openStore({ home, steal: true });
    expect(await thief.append(thread.threadId, 7, thread.notices(7, 1))).toBe(8);
    await expect(robbed.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    expect(await offsetsIn(home, thread.threadId)).toHaveLength(8);
  });

  test("stops a writer whose lease was stolen, also before the thief has written", async () => {
    const { home, thread, path } = await storedThread();
    const robbed = openStore({ home });
    await robbed.append(thread.threadId, 6, thread.notices(6, 1));
    const folder = `${path}.lease`;
    await takeLease({ fileSystem: nodeFileSystem, folder, what: "the thread", steal: true });
    await expect(robbed.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    expect(await offsetsIn(home, thread.threadId)).toHaveLength(7);
  });

  test("law 10: acknowledges nothing that was written while another took the lease", async () => {
    const { home, thread, path } = await storedThread();
    let isRobbed = false;
    const fileSystem = faultyFileSystem(({ operation, path: target }) => {
      if (!isRobbed || operation !== "write" || target !== path) return null;
      rmSync(`${path}.lease`, { recursive: true });
      return { kind: "delay", delayMs: 50 }; // as of a process that was stopped
    });
    const robbed = openStore({ home, fileSystem });
    await robbed.append(thread.threadId, 6, thread.notices(6, 1));
    isRobbed = true;
    await expect(robbed.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
  });

  test("law 10: cuts nothing off once another took the lease while the file was opened", async () => {
    const { home, thread, path } = await storedThread();
    appendFileSync(path, "torn");
    const bytes = readFileSync(path);
    let isRobbed = false;
    const fileSystem = faultyFileSystem(({ operation, path: target }) => {
      if (isRobbed || operation !== "read" || target !== path) return null;
      isRobbed = true;
      rmSync(`${path}.lease`, { recursive: true });
      return { kind: "delay", delayMs: 50 };
    });
    const robbed = openStore({ home, fileSystem });
    await expect(robbed.append(thread.threadId, 6, thread.notices(6, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("lets the next store write once the first is closed", async () => {
    const { home, thread } = await storedThread();
    const first = openStore({ home });
    await first.append(thread.threadId, 6, thread.notices(6, 1));
    await first.close();
    const second = openStore({ home });
    expect(await second.append(thread.threadId, 7, thread.notices(7, 1))).toBe(8);
  });
});
