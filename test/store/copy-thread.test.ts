import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { EventStore } from "../../src/index.js";
import { BlobHash } from "../../src/events/primitives.js";
import { copyThread } from "../../src/store/copy-thread.js";
import { rolloutPath } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notices,
} from "../../src/testing/store-contract/contract-case.js";
import { testCopying } from "./copy-tests.js";
import { temporaryHome } from "./jsonl/home.js";

testCopying(memoryStore, 10);

const [id, child] = [contractId(1), contractId(2)];

test("a fork is copied after its ancestors, and what is there already is gone on with", async () => {
  const [from, to] = [memoryStore(), memoryStore()];
  await newThread(from, id, [2, 3]);
  await fork(from, { from: id, at: 3, as: child });
  const none = { missingBlobs: [] };
  expect(await copyThread(child, { from, to })).toEqual([
    { threadId: id, outcome: "copied", added: 5, head: 5, ...none },
    { threadId: child, outcome: "copied", added: 1, head: 5, ...none },
  ]);
  await from.append(child, 5, notices(5, 6));
  expect(await copyThread(child, { from, to })).toEqual([
    { threadId: id, outcome: "unchanged", added: 0, head: 5, ...none },
    { threadId: child, outcome: "grown", added: 2, head: 7, ...none },
  ]);
  expect(await copyThread(child, { from: to, to: from })).toMatchObject([
    { outcome: "unchanged" },
    { outcome: "unchanged" },
  ]);
});

test("a thread that has gone on where it is copied to stays as it is", async () => {
  const { from, to } = await copied();
  await to.append(id, 5, notices(5, 9));
  expect(await copyThread(id, { from, to })).toMatchObject([
    { outcome: "ahead", added: 0, head: 10 },
  ]);
});

test("a thread that went another way is refused, by the offset of the first line that differs", async () => {
  const { from, to } = await copied();
  await from.append(id, 5, notices(5, 7, "one way"));
  await to.append(id, 5, notices(5, 5, "another way"));
  const details = { threadId: id, offset: 5 };
  await expect(copyThread(id, { from, to })).rejects.toMatchObject({
    code: "copy-diverged",
    details,
  });
  expect(await to.head(id)).toBe(6);
});

test("what was stored is read back: another line than was given is refused", async () => {
  const { from, to } = await copied();
  await from.append(id, 5, notices(5, 7, "given"));
  const altering: EventStore = {
    ...to,
    appendLines: (threadId, head) => to.append(threadId, head, notices(5, 7, "stored")),
  };
  await expect(copyThread(id, { from, to: altering })).rejects.toMatchObject({
    code: "copy-diverged",
  });
});

test("blobs that events name are copied before their lines, and those that were lost again", async () => {
  const [from, to] = [memoryStore(), memoryStore()];
  const hash = await from.blobs.put(Buffer.from("a picture"));
  const lost = BlobHash.parse(`sha256-${"0".repeat(64)}`);
  await newThread(from, id, [1]);
  await from.append(id, 1, [imageAt(1, hash), imageAt(2, lost)]);
  const calls: string[] = [];
  const watched: EventStore = {
    ...to,
    appendLines: (...args) => (calls.push("lines"), to.appendLines(...args)),
    blobs: { ...to.blobs, put: (bytes) => (calls.push("blob"), to.blobs.put(bytes)) },
  };
  expect(await copyThread(id, { from, to: watched })).toMatchObject([{ missingBlobs: [lost] }]);
  expect(calls).toEqual(["blob", "lines"]);
  expect(Buffer.from(await to.blobs.get(hash)).toString()).toBe("a picture");
  const empty = { ...to, blobs: memoryStore().blobs };
  await copyThread(id, { from, to: empty });
  expect(await empty.blobs.has(hash)).toBe(true);
});

test("a damaged thread is not copied beyond what is whole", async () => {
  const home = temporaryHome();
  const from = jsonlStore({ home, durability: "none" });
  onTestFinished(() => rmSync(home, { recursive: true }));
  await newThread(from, id, [2, 2, 2]);
  await from.close();
  const path = rolloutPath(home, id, "2026-04-01T00:00:00.000Z");
  const lines = readFileSync(path, "utf8").split("\n");
  lines[2] = lines[2]?.replace("notice", "NOTICE") ?? "";
  writeFileSync(path, lines.join("\n"));
  const reading = { from: jsonlStore({ home }), to: memoryStore() };
  await expect(copyThread(id, reading)).rejects.toMatchObject({ code: "damaged-log" });
  expect(await collect(reading.to.list())).toEqual([]);
});

async function copied() {
  const [from, to] = [memoryStore(), memoryStore()];
  await newThread(from, id, [2, 3]);
  await copyThread(id, { from, to });
  return { from, to };
}

function imageAt(offset: number, hash: BlobHash) {
  const [event] = notices(offset, offset);
  if (event === undefined) throw new Error("unreachable");
  const image = { urlPrefix: "data:image/png;base64,", hash };
  return { ...event, type: "plugin.ran", data: { image } };
}
