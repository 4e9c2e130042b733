import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeFileSystem, type FileSystem } from "../../../src/store/jsonl/file-system.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { replaceFile } from "../../../src/store/jsonl/replace-file.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";
import { systemError } from "./watched-file-system.js";
import { openStore, offsetsIn } from "./stored-thread.js";

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
      details: { file: path, errno: "ENOSPC" },
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
      details: { errno: "EIO" },
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
    const stopped = { code: "write-failed", details: { errno: "EIO" } };
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
    await expect(store.append(thread.threadId, 1, batch)).rejects.toMatchObject({
      details: { errno: "EIO" },
    });
    isFailing = false;
    await expect(store.append(thread.threadId, 1, batch)).rejects.toMatchObject({});
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

test("a file below another file is refused in our words", async () => {
  const file = join(temporaryHome(), "file");
  writeFileSync(file, "");
  const options = { fileSystem: nodeFileSystem, sync: false, doing: "writing" };
  const replaced = replaceFile(join(file, "a", "b"), { ...options, write: () => undefined });
  await expect(replaced).rejects.toMatchObject({
    code: "write-failed",
    details: { errno: "ENOTDIR" },
  });
});
