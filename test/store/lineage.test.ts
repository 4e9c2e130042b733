import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { forkThread } from "../../src/store/fork-thread.js";
import { rolloutPath } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import {
  collect,
  contractId,
  fork as forkAt,
  newThread,
  notices,
  started,
} from "../../src/testing/store-contract/contract-case.js";
import { testDetaching, testForkedReading } from "./family-tests.js";
import { temporaryHome } from "./jsonl/home.js";
import { watchedFileSystem } from "./jsonl/watched-file-system.js";

describe("in memory", () => {
  const open = () => {
    const store = memoryStore();
    return { writer: store, reopen: () => store };
  };
  testForkedReading(open, 150);
  testDetaching(open, 50);
});

describe("on disk", () => {
  const open = () => {
    const home = temporaryHome();
    const writer = jsonlStore({ home, durability: "none" });
    return {
      writer,
      reopen: async () => {
        await writer.close();
        return jsonlStore({ home });
      },
    };
  };
  testForkedReading(open, 15);
});

const [parent, child, grandchild] = [contractId(1), contractId(2), contractId(3)];

/** A parent, its fork at 2 and a fork of that at 4, and where their files are. */
async function familyOnDisk() {
  const home = temporaryHome();
  const writer = jsonlStore({ home, durability: "none" });
  await newThread(writer, parent, [1, 1, 1, 1, 1]);
  await forkAt(writer, { from: parent, at: 2, as: child });
  await writer.append(child, 4, notices(4, 5));
  await forkAt(writer, { from: child, at: 4, as: grandchild });
  await writer.close();
  const store = jsonlStore({ home, durability: "none" });
  onTestFinished(() => store.close());
  return { store, pathOf: (id: string) => rolloutPath(home, id, "2026-04-01T00:00:00.000Z") };
}

test("a fork whose parent is gone says so, and so does a fork of it", async () => {
  const { store, pathOf } = await familyOnDisk();
  rmSync(pathOf(parent));
  for (const id of [child, grandchild]) {
    for (const read of [store.read(id), store.readBackward(id), store.follow(id)]) {
      await expect(collect(read)).rejects.toMatchObject({
        code: "fork-parent-missing",
        details: { threadId: child, parentId: parent, offset: 2 },
      });
    }
  }
});

test("a fork whose parent ends before the fork point says that it is missing", async () => {
  const { store, pathOf } = await familyOnDisk();
  const lines = readFileSync(pathOf(parent), "utf8").split(/(?<=\n)/);
  writeFileSync(pathOf(parent), lines.slice(0, 2).join(""));
  await expect(collect(store.read(child))).rejects.toMatchObject({ code: "fork-parent-missing" });
});

/** Of a parent with the batches `[0]`, `[1, 2, 3]` and `[4]`, which a fork left at 2: what is left of its lines. */
const BROKEN = {
  "lost all after a line of its batch": [0, 1, 2],
  "lost the end of its batch": [0, 1, 2, 4],
  "lost the beginning of its batch": [0, 2, 3, 4],
  "lost what is before its batch": [1, 2, 3, 4],
  "lost all before it": [2, 3, 4],
} as const;

test.each(Object.entries(BROKEN))("a fork whose parent %s misses it", async (_what, left) => {
  const { store, pathOf } = await familyOnDisk();
  rmSync(pathOf(parent));
  await store.append(parent, 0, [started(parent)]);
  await store.append(parent, 1, notices(1, 3));
  await store.append(parent, 4, notices(4, 4));
  const fork = contractId(80);
  await forkAt(store, { from: parent, at: 2, as: fork });
  expect(await collect(store.readBackward(fork))).toHaveLength(4);
  const lines = readFileSync(pathOf(parent), "utf8").split(/(?<=\n)/);
  writeFileSync(pathOf(parent), left.map((line) => lines[line]).join(""));
  for (const read of [store.read(fork), store.readBackward(fork), store.read(fork, { from: 3 })]) {
    await expect(collect(read)).rejects.toMatchObject({ code: "fork-parent-missing" });
  }
});

test("a fork whose parent has another event at the fork point says so", async () => {
  const { store, pathOf } = await familyOnDisk();
  rmSync(pathOf(parent));
  await store.append(parent, 0, [started(parent), ...notices(1, 4, "otherwise")]);
  for (const id of [child, grandchild]) {
    await expect(collect(store.read(id))).rejects.toMatchObject({
      code: "fork-parent-changed",
      details: { threadId: child, parentId: parent, offset: 2 },
    });
  }
});

test("a fork is held to the id and to the sum of the event at its fork point", async () => {
  const { store } = await familyOnDisk();
  const [at] = await collect(store.read(parent, { from: 2, to: 2 }));
  const place = { threadId: parent, offset: 2, id: at?.id ?? "", sum: at?.sum ?? "" };
  const others = [place, { ...place, id: contractId(999) }, { ...place, sum: "00000000" }];
  for (const [number, from] of others.entries()) {
    const threadId = contractId(70 + number);
    const event = { offset: 3, id: contractId(700), at: at?.at ?? "" };
    await store.append(threadId, 3, [
      { ...event, type: "thread.forked", data: { threadId, from } },
    ]);
  }
  expect(await collect(store.read(contractId(70)))).toHaveLength(4);
  for (const threadId of [contractId(71), contractId(72)]) {
    await expect(collect(store.read(threadId))).rejects.toMatchObject({
      code: "fork-parent-changed",
    });
  }
});

test("a fork's parent is durable before the fork is written", async () => {
  const fileSystem = watchedFileSystem();
  const store = jsonlStore({ home: temporaryHome(), fileSystem, durability: "none" });
  onTestFinished(() => store.close());
  await newThread(store, parent, [3]);
  fileSystem.taken();
  await forkAt(store, { from: parent, at: 1, as: child });
  const calls = fileSystem.taken();
  expect(calls).toContain("syncData");
  expect(calls.indexOf("syncData")).toBeLessThan(calls.indexOf("write"));
});

test("reading a fork's own events, and forking it, costs the same however deep it is", async () => {
  const fileSystem = watchedFileSystem();
  const store = jsonlStore({ home: temporaryHome(), fileSystem, durability: "none" });
  onTestFinished(() => store.close());
  await newThread(store, contractId(0), [1, 1]);
  const opened: number[] = [];
  for (let depth = 1; depth <= 30; depth += 1) {
    fileSystem.taken();
    await forkAt(store, { from: contractId(depth - 1), at: depth, as: contractId(depth) });
    await collect(store.read(contractId(depth), { from: depth + 1 }));
    await store.readBackward(contractId(depth))[Symbol.asyncIterator]().next();
    opened.push(fileSystem.taken().filter((call) => call === "open").length);
  }
  expect(opened.at(-1)).toBe(opened[2]);
});

test("forks that refer to each other in a circle end in an error", async () => {
  const { store } = await familyOnDisk();
  const sum = "00000000";
  const loop = contractId(7);
  const at = "2026-04-01T00:00:00.000Z";
  const data = { threadId: loop, from: { threadId: loop, offset: 9, id: loop, sum } };
  await store.append(loop, 10, [{ offset: 10, id: loop, at, type: "thread.forked", data }]);
  await expect(collect(store.read(loop))).rejects.toMatchObject({ code: "fork-parent-changed" });
});

test("a fork is made of a thread with damage elsewhere", async () => {
  const { store, pathOf } = await familyOnDisk();
  const lines = readFileSync(pathOf(parent), "utf8").split(/(?<=\n)/);
  writeFileSync(pathOf(parent), [lines[0], "noise\n", ...lines.slice(1)].join(""));
  const damage: number[] = [];
  const events = await collect(
    store.read(child, { onDamage: ({ line }) => void damage.push(line) }),
  );
  expect(events.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(damage).toEqual([2]);
  const place = { parentId: parent, offset: 4, threadId: contractId(9) };
  await forkThread(store, { ...place, eventId: contractId(10), at: "2026-04-01T00:00:00.000Z" });
  expect(await store.head(contractId(9))).toBe(6);
});
