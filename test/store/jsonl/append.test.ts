import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeFileSystem, type FileSystem } from "../../../src/store/jsonl/file-system.js";
import { takeLease } from "../../../src/store/jsonl/lease.js";
import { jsonlStore, type JsonlStoreOptions } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";
import { systemError, watchedFileSystem } from "./watched-file-system.js";

function openStore(options: JsonlStoreOptions = {}) {
  const store = jsonlStore({ home: temporaryHome(), ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A thread of three batches, with its file closed; the last batch holds offsets 3 to 5. */
async function storedThread() {
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

async function offsetsIn(home: string, threadId: string): Promise<number[]> {
  const store = jsonlStore({ home });
  const offsets: number[] = [];
  for await (const { offset } of store.read(threadId)) offsets.push(offset);
  await store.close();
  return offsets;
}

function besides(path: string): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return readdirSync(join(path, "..")).filter((other) => other !== name);
}

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
        head: { expected: 1, actual: 3 },
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

  test("is refused by a store that was closed", async () => {
    const store = openStore();
    const thread = sampleThread();
    await store.close();
    await expect(store.append(thread.threadId, 0, [thread.started()])).rejects.toMatchObject({
      code: "store-closed",
    });
  });
});

describe("a torn tail", () => {
  test.each([
    ["half a line", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40), 3],
    ["a batch without its last line", (bytes: Buffer) => withoutLastLine(bytes), 3],
    ["bytes that are no text", (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(99)]), 6],
    ["a last line of other bytes", (bytes: Buffer) => flipped(bytes, bytes.length - 30), 3],
  ])("of %s is set aside, reported and cut before anything is appended", async (_, tear, head) => {
    const { home, thread, path, bytes } = await storedThread();
    const torn = tear(bytes);
    const endByte = lineStarts(bytes)[head] ?? bytes.length;
    writeFileSync(path, torn);
    const reports: unknown[] = [];
    const store = jsonlStore({ home, onTorn: (report) => reports.push(report) });
    expect(await store.append(thread.threadId, head, thread.notices(head, 1))).toBe(head + 1);
    const [copy = ""] = besides(path).filter((name) => name.includes(".torn-"));
    const copied = join(path, "..", copy);
    expect(readFileSync(copied)).toEqual(torn.subarray(endByte));
    expect(statSync(copied).mode & 0o777).toBe(0o600);
    const { threadId } = thread;
    const size = torn.length - endByte;
    const report = { threadId, file: path, byte: endByte, bytes: size, copy: copied };
    expect([reports, store.tornTails]).toEqual([[report], [report]]);
    await store.close();
    expect(await offsetsIn(home, threadId)).toEqual(Array.from({ length: head + 1 }, (_, n) => n));
  });

  test("is durable under its new name before it is cut off", async () => {
    const { home, thread, path, bytes } = await storedThread();
    writeFileSync(path, bytes.subarray(0, bytes.length - 40));
    const fileSystem = watchedFileSystem();
    const store = openStore({ home, fileSystem, durability: "none" });
    await store.append(thread.threadId, 3, thread.notices(3, 1));
    const calls = fileSystem.taken();
    const beforeCut = calls.slice(0, calls.indexOf("truncate"));
    expect(beforeCut.slice(beforeCut.lastIndexOf("write"))).toEqual(
      expect.arrayContaining(["syncData", "syncFolder"]),
    );
  });

  test("longer than a chunk is set aside whole", async () => {
    const { home, thread, path, bytes } = await storedThread();
    const tail = Buffer.alloc(3 * 1024 * 1024 + 7, "torn ");
    writeFileSync(path, Buffer.concat([bytes, tail]));
    const store = openStore({ home });
    await store.append(thread.threadId, 6, thread.notices(6, 1));
    const [{ copy } = { copy: "" }] = store.tornTails;
    expect(readFileSync(copy).equals(tail)).toBe(true);
  });

  test("of a thread's very first batch leaves the thread to be begun again", async () => {
    const { home, thread, path, bytes } = await storedThread();
    writeFileSync(path, bytes.subarray(0, 20));
    const store = jsonlStore({ home });
    expect(await store.append(thread.threadId, 0, [thread.started()])).toBe(1);
    expect(store.tornTails).toMatchObject([{ byte: 0, bytes: 20 }]);
    await store.close();
  });

  test("is not touched by readers", async () => {
    const { home, thread, path, bytes } = await storedThread();
    writeFileSync(path, bytes.subarray(0, bytes.length - 40));
    expect(await offsetsIn(home, thread.threadId)).toEqual([0, 1, 2]);
    expect(readFileSync(path)).toEqual(bytes.subarray(0, bytes.length - 40));
    expect(besides(path)).toEqual([]);
  });
});

describe("damage that whole batches follow", () => {
  test.each([
    ["the batch before the last", 2],
    ["the middle of the last batch", 4],
  ])("in %s is never cut: writing is refused, the file stays", async (_, line) => {
    const { home, thread, path, bytes } = await storedThread();
    const damaged = flipped(bytes, (lineStarts(bytes)[line] ?? 0) + 30);
    writeFileSync(path, damaged);
    const store = openStore({ home });
    await expect(store.append(thread.threadId, 6, thread.notices(6, 1))).rejects.toMatchObject({
      code: "damaged-log",
      damage: { line: line + 1, byte: lineStarts(bytes)[line], reason: "sum" },
    });
    expect(readFileSync(path)).toEqual(damaged);
    expect(besides(path)).toEqual([]);
  });
});

describe("a write that fails", () => {
  const failing = (
    code: string,
    afterBytes: number,
  ): Pick<FileSystem, "write"> & { on: boolean } => {
    const disk = {
      on: false,
      left: afterBytes,
      write(file: number, bytes: Uint8Array): number {
        if (!disk.on) return nodeFileSystem.write(file, bytes);
        if (disk.left === 0) throw systemError(code);
        const fits = Math.min(disk.left, bytes.length);
        disk.left -= fits;
        return nodeFileSystem.write(file, bytes.subarray(0, fits));
      },
    };
    return disk;
  };

  test("because the disk is full leaves nothing half-written, and says so", async () => {
    const disk = failing("ENOSPC", 100);
    const fileSystem = { ...nodeFileSystem, write: disk.write };
    const store = openStore({ fileSystem });
    const thread = sampleThread();
    await store.append(thread.threadId, 0, [thread.started()]);
    const path = join(store.home, "threads/2026/04/01", `${thread.threadId}.jsonl`);
    const before = readFileSync(path);
    disk.on = true;
    await expect(store.append(thread.threadId, 1, thread.notices(1, 3))).rejects.toMatchObject({
      code: "disk-full",
      file: path,
      errno: "ENOSPC",
    });
    expect(readFileSync(path)).toEqual(before);
    disk.on = false;
    expect(await store.append(thread.threadId, 1, thread.notices(1, 3))).toBe(4);
  });

  test("on a thread's first batch leaves no file", async () => {
    let writes = 0;
    const write = (file: number, bytes: Uint8Array): number => {
      writes += 1;
      if (writes === 1) return nodeFileSystem.write(file, bytes); // the lease
      if (writes === 2) return nodeFileSystem.write(file, bytes.subarray(0, 10));
      throw systemError("EIO");
    };
    const store = openStore({ fileSystem: { ...nodeFileSystem, write } });
    const thread = sampleThread();
    await expect(store.append(thread.threadId, 0, [thread.started()])).rejects.toMatchObject({
      code: "write-failed",
      errno: "EIO",
    });
    const day = readdirSync(join(store.home, "threads/2026/04/01"));
    expect(day).toEqual([`${thread.threadId}.jsonl.lease`]);
  });

  test("and cannot be cut back stops all writing to the thread until it is opened again", async () => {
    const disk = failing("EIO", 100);
    const truncate = (file: number, size: number): void => {
      if (disk.on) throw systemError("EIO");
      nodeFileSystem.truncate(file, size);
    };
    const store = openStore({ fileSystem: { ...nodeFileSystem, write: disk.write, truncate } });
    const thread = sampleThread();
    const { threadId } = thread;
    await store.append(threadId, 0, [thread.started()]);
    disk.on = true;
    const stopped = { code: "write-failed", name: "WritingStopped", errno: "EIO" };
    await expect(store.append(threadId, 1, thread.notices(1, 3))).rejects.toMatchObject(stopped);
    disk.on = false;
    await expect(store.append(threadId, 1, thread.notices(1, 3))).rejects.toMatchObject(stopped);
    await store.close();
    expect(await offsetsIn(store.home, threadId)).toEqual([0]);
    const next = openStore({ home: store.home });
    expect(await next.append(threadId, 1, thread.notices(1, 3))).toBe(4);
    expect(next.tornTails).toMatchObject([{ bytes: 100 }]);
  });

  test("is not cut back by a writer who lost the lease meanwhile: others may have written", async () => {
    const disk = failing("EIO", 10);
    const thread = sampleThread();
    const write = (file: number, bytes: Uint8Array): number => {
      if (disk.on) rmSync(folder, { recursive: true, force: true }); // as who steals it does
      return disk.write(file, bytes);
    };
    const store = openStore({ fileSystem: { ...nodeFileSystem, write } });
    const path = join(store.home, "threads/2026/04/01", `${thread.threadId}.jsonl`);
    const folder = `${path}.lease`;
    await store.append(thread.threadId, 0, [thread.started()]);
    const { size } = statSync(path);
    disk.on = true;
    await expect(store.append(thread.threadId, 1, thread.notices(1, 3))).rejects.toMatchObject({
      code: "fenced",
    });
    expect(statSync(path).size).toBe(size + 10);
  });

  test("in its sync is not acknowledged", async () => {
    let isFailing = false;
    const syncData = (file: number): void => {
      if (isFailing) throw systemError("EIO");
      nodeFileSystem.syncData(file);
    };
    const store = openStore({
      fileSystem: { ...nodeFileSystem, syncData },
      durability: "append",
    });
    const thread = sampleThread();
    await store.append(thread.threadId, 0, [thread.started()]);
    isFailing = true;
    const batch = thread.notices(1, 3);
    await expect(store.append(thread.threadId, 1, batch)).rejects.toMatchObject({ errno: "EIO" });
    isFailing = false;
    await expect(store.append(thread.threadId, 1, batch)).rejects.toMatchObject({
      name: "WritingStopped",
    });
    await store.close();
    expect(await offsetsIn(store.home, thread.threadId)).toEqual([0]);
  });

  test("short or interrupted is gone on with", async () => {
    let calls = 0;
    const write = (file: number, bytes: Uint8Array): number => {
      calls += 1;
      if (calls % 3 === 0) throw systemError("EINTR");
      return nodeFileSystem.write(file, bytes.subarray(0, Math.min(bytes.length, 200)));
    };
    const home = temporaryHome();
    const thread = sampleThread();
    const store = jsonlStore({ home, fileSystem: { ...nodeFileSystem, write } });
    await store.append(thread.threadId, 0, [thread.started()]);
    await store.append(thread.threadId, 1, thread.notices(1, 20));
    await store.close();
    expect(calls).toBeGreaterThan(10);
    expect(await offsetsIn(home, thread.threadId)).toHaveLength(21);
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

  test("stops a writer whose file was removed", async () => {
    const { home, thread, path } = await storedThread();
    const store = openStore({ home });
    await store.append(thread.threadId, 6, thread.notices(6, 1));
    rmSync(path);
    await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "fenced",
    });
    await expect(store.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "thread-not-found",
    });
  });

  test("stops a writer whose lease was stolen, and the thief goes on", async () => {
    const { home, thread } = await storedThread();
    const robbed = openStore({ home });
    await robbed.append(thread.threadId, 6, thread.notices(6, 1));
    const polite = openStore({ home });
    await expect(polite.append(thread.threadId, 7, thread.notices(7, 1))).rejects.toMatchObject({
      code: "lease-held",
      holder: { pid: process.pid },
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

  test("lets the next store write once the first is closed", async () => {
    const { home, thread } = await storedThread();
    const first = openStore({ home });
    await first.append(thread.threadId, 6, thread.notices(6, 1));
    await first.close();
    const second = openStore({ home });
    expect(await second.append(thread.threadId, 7, thread.notices(7, 1))).toBe(8);
  });
});

describe("durability", () => {
  async function syncsOf(durability: "append" | "turn" | "none") {
    const fileSystem = watchedFileSystem();
    const store = jsonlStore({ home: temporaryHome(), fileSystem, durability });
    const thread = sampleThread();
    const syncs = () => {
      const calls = fileSystem.taken();
      const count = (name: string) => calls.filter((call) => call === name).length;
      return { data: count("syncData"), folder: count("syncFolder") > 0, writes: count("write") };
    };
    await store.append(thread.threadId, 0, [thread.started(), thread.notice(1)]);
    const first = syncs();
    await store.append(thread.threadId, 2, thread.notices(2, 5));
    const middle = syncs();
    await store.append(thread.threadId, 7, [thread.notice(7), thread.turnCompleted(8)]);
    const turnEnd = syncs();
    await store.append(thread.threadId, 9, thread.notices(9, 5));
    syncs();
    await store.sync(thread.threadId);
    const sync = syncs();
    await store.append(thread.threadId, 14, thread.notices(14, 1));
    syncs();
    await store.close();
    return { first, middle, turnEnd, sync, close: syncs() };
  }
  const none = { data: 0, folder: false };
  const data = { data: 1, folder: false };

  test("append syncs every batch, and the folders of a new file", async () => {
    expect(await syncsOf("append")).toMatchObject({
      first: { data: 1, folder: true },
      middle: data,
      turnEnd: data,
      sync: none,
      close: none,
    });
  });

  test("turn syncs when a turn ends, when asked to, and on closing", async () => {
    expect(await syncsOf("turn")).toMatchObject({
      first: none,
      middle: none,
      turnEnd: { data: 1, folder: true },
      sync: data,
      close: data,
    });
  });

  test("turn syncs when a turn is aborted, too", async () => {
    const fileSystem = watchedFileSystem();
    const store = openStore({ home: temporaryHome(), fileSystem, durability: "turn" });
    const thread = sampleThread();
    await store.append(thread.threadId, 0, [thread.started(), thread.notice(1)]);
    fileSystem.taken();
    await store.append(thread.threadId, 2, [{ ...thread.turnCompleted(2), type: "turn.aborted" }]);
    expect(fileSystem.taken()).toContain("syncData");
  });

  test("none syncs when asked to only", async () => {
    expect(await syncsOf("none")).toMatchObject({
      first: none,
      middle: none,
      turnEnd: none,
      sync: { data: 1, folder: true },
      close: none,
    });
  });

  test("costs one write a batch, whatever its level", async () => {
    for (const level of ["append", "turn", "none"] as const) {
      const { middle, turnEnd } = await syncsOf(level);
      expect([middle.writes, turnEnd.writes]).toEqual([1, 1]);
    }
  });
});

function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function withoutLastLine(bytes: Buffer): Buffer {
  return bytes.subarray(0, lineStarts(bytes).at(-2));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
