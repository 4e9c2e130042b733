import { crc32 } from "node:zlib";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repairFile } from "../../../src/sessions/repair-file.js";
import { forkThread } from "../../../src/store/fork-thread.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { findRollout } from "../../../src/store/jsonl/home.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { checkRollout } from "../../../src/store/jsonl/checkup/check-rollout.js";
import { contractId } from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "./home.js";
import { eventsBackward, eventsOf, logOnDisk, readAround } from "./log-on-disk.js";
import { sampleThread } from "./sample-thread.js";
import { offsetsIn, storedThread } from "./stored-thread.js";

const AT = "2026-04-01T12:00:00.000Z";

test("each line names the sum of the line before, the first a checksum of the thread's id", async () => {
  const { thread, bytes } = await storedThread();
  const lines = linesOf(bytes);
  const prevs = lines.map((line) => /"prev":"([0-9a-f]{8})"/.exec(line)?.[1]);
  const sums = lines.map((line) => line.slice(-11, -3));
  const root = crc32(thread.threadId).toString(16).padStart(8, "0");
  expect(prevs).toEqual([root, ...sums.slice(0, -1)]);
});

test("a fork's first line goes on from its parent's line at the fork point, also once it is detached", async () => {
  const { home, thread, path, bytes } = await storedThread();
  const [threadId, eventId] = [contractId(2), contractId(9)];
  const store = jsonlStore({ home });
  await forkThread(store, { parentId: thread.threadId, offset: 4, threadId, eventId, at: AT });
  await store.append(threadId, 6, thread.notices(6, 1));
  const own = readFileSync(pathOf(home, threadId), "utf8");
  expect(own).toContain(`"prev":"${linesOf(bytes)[4]?.slice(-11, -3)}"`);
  await store.detach(threadId);
  await store.append(threadId, 7, thread.notices(7, 1));
  await store.close();
  expect(await offsetsIn(home, threadId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test("a log that an older version began is chained from the next line on", async () => {
  const { home, path, thread } = await olderThread();
  const store = jsonlStore({ home });
  await store.append(thread.threadId, 3, thread.notices(3, 2));
  await store.close();
  expect(await offsetsIn(home, thread.threadId)).toEqual([0, 1, 2, 3, 4]);
  const lines = linesOf(readFileSync(path));
  expect(lines.map((line) => line.includes('"prev"'))).toEqual([false, false, false, true, true]);
  const unchained = encodeBatch([thread.notice(5)], { after: null });
  const { damage } = readAround(logOnDisk(Buffer.concat([readFileSync(path), unchained])));
  expect(damage).toMatchObject([{ reason: "chain", line: 6, offset: 5 }]);
});

test("a line of another thread ends the reading, and is reported with its place", async () => {
  const { bytes } = await storedThread();
  const other = await storedThread();
  const lines = linesOf(bytes);
  const foreign = linesOf(other.bytes)[0] ?? "";
  const mixed = [...lines.slice(0, 3), ...linesOf(other.bytes).slice(3)].join("");
  const log = logOnDisk(Buffer.from(mixed));
  expect(() => eventsOf(log)).toThrow("damage (chain) in line 4");
  expect(readAround(log).events.map(({ offset }) => offset)).toEqual([0, 1, 2]);
  const swapped = [foreign, ...lines.slice(1)].join("");
  const { events, damage } = readAround(logOnDisk(Buffer.from(swapped)));
  expect(events.map(({ offset }) => offset)).toEqual([0]);
  expect(damage.map(({ reason, line }) => [reason, line])).toEqual([
    ["chain", 2],
    ["chain", 4],
  ]);
});

test("a first line that was written after another line than its root is damage, read from either end", () => {
  const thread = sampleThread();
  const log = logOnDisk(encodeBatch([thread.started(), thread.notice(1)], { after: 7 }));
  expect(() => eventsOf(log)).toThrow("damage (chain) in line 1");
  expect(() => eventsBackward(log)).toThrow("damage (chain) in line 1");
});

test("the file of another thread is not believed under this one's name", async () => {
  const { home, thread, path } = await storedThread();
  const other = sampleThread();
  const store = jsonlStore({ home });
  await store.append(other.threadId, 0, [other.started(), other.notice(1)]);
  await store.close();
  copyFileSync(pathOf(home, other.threadId), path);
  const error = await offsetsIn(home, thread.threadId).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "damaged-log", details: { reason: "chain", line: 1 } });
});

test("a repaired copy keeps the lines around what was lost, and its chain holds", async () => {
  const { path, bytes } = await storedThread();
  const lines = linesOf(bytes);
  for (const lost of [0, 1, 2]) {
    const damaged = lines.map((line, index) => (index === lost ? `#${line.slice(1)}` : line));
    writeFileSync(path, damaged.join(""));
    const { parts } = await repairFile(path);
    const copy: Uint8Array[] = [];
    for await (const part of parts()) copy.push(part);
    const repaired = Buffer.concat(copy);
    const { events, damage } = readAround(logOnDisk(repaired));
    expect(damage).toEqual([]);
    expect(events.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(linesOf(repaired).slice(3)).toEqual(lines.slice(3));
    const spliced = [...linesOf(repaired).slice(0, 3), ...lines.slice(4)].join("");
    expect(readAround(logOnDisk(Buffer.from(spliced))).damage).not.toEqual([]);
  }
});

test("an upgrade chains the lines of an older version, and changes no event", async () => {
  const { home, path, thread, events } = await olderThread();
  const found = checkRollout(path, thread.threadId).findings;
  expect(found).toMatchObject([{ kind: "not-chained", severity: "note" }]);
  const store = jsonlStore({ home });
  expect(await store.upgrade(thread.threadId)).toBe(true);
  expect(checkRollout(path, thread.threadId).findings).toEqual([]);
  expect(await store.upgrade(thread.threadId)).toBe(false);
  const read = [];
  for await (const event of store.read(thread.threadId)) read.push(event);
  expect(read).toMatchObject(events);
  await store.archive(thread.threadId);
  expect(await store.upgrade(thread.threadId)).toBe(false);
  await store.close();
});

test("an archived thread is upgraded and stays archived; one with forks is refused", async () => {
  const { home, thread } = await olderThread();
  const store = jsonlStore({ home });
  await store.archive(thread.threadId);
  const place = { parentId: thread.threadId, offset: 1, threadId: contractId(2) };
  await forkThread(store, { ...place, eventId: contractId(9), at: AT });
  await expect(store.upgrade(thread.threadId)).rejects.toMatchObject({ code: "thread-has-forks" });
  expect((await store.archive(thread.threadId)).isChanged).toBe(false);
  await store.delete(place.threadId);
  expect(await store.upgrade(thread.threadId)).toBe(true);
  expect((await store.archive(thread.threadId)).isChanged).toBe(false);
  await forkThread(store, { ...place, eventId: contractId(9), at: AT });
  expect(await store.upgrade(thread.threadId)).toBe(false); // there is nothing to change
  await store.close();
});

test("an upgrade of a fork with a copied prefix keeps the fork point", async () => {
  const { home, thread } = await olderThread();
  const store = jsonlStore({ home });
  const place = { parentId: thread.threadId, offset: 1, threadId: contractId(2) };
  await forkThread(store, { ...place, eventId: contractId(9), at: AT });
  await store.detach(place.threadId);
  expect(await store.upgrade(place.threadId)).toBe(true);
  await store.close();
  expect(await offsetsIn(home, place.threadId)).toEqual([0, 1, 2]);
  const lines = linesOf(readFileSync(pathOf(home, place.threadId)));
  expect(lines[2]).toContain(`"sum":"${lines[1]?.slice(-11, -3)}"}}`);
});

/** A thread as versions wrote it whose lines named no sum before them: offsets 0, and 1 and 2 in a batch. */
async function olderThread() {
  const home = temporaryHome();
  const thread = sampleThread();
  const batches = [[thread.started()], thread.notices(1, 2)];
  const store = jsonlStore({ home });
  for (const [offset, batch] of batches.entries()) {
    await store.append(thread.threadId, offset, batch);
  }
  await store.close();
  const path = pathOf(home, thread.threadId);
  writeFileSync(path, Buffer.concat(batches.map((batch) => encodeBatch(batch, { after: null }))));
  expect(dirname(path)).toBe(join(home, "threads/2026/04/01"));
  return { home, thread, path, events: batches.flat() };
}

function pathOf(home: string, threadId: string): string {
  return findRollout({ fileSystem: nodeFileSystem, home }, threadId) ?? "";
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString().split(/(?<=\n)/);
}
