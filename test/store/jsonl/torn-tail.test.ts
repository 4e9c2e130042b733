import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { watchedFileSystem } from "./watched-file-system.js";
import { openStore, storedThread, offsetsIn, besides } from "./stored-thread.js";

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
      details: { line: line + 1, byte: lineStarts(bytes)[line], reason: "sum" },
    });
    expect(readFileSync(path)).toEqual(damaged);
    expect(besides(path)).toEqual([]);
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
