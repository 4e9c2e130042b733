import { readFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { LogEvent } from "../../src/events/event.js";
import type { EventStore } from "../../src/store/event-store.js";
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
import { temporaryHome } from "./jsonl/home.js";
import { watchedFileSystem } from "./jsonl/watched-file-system.js";

/** Append a batch to a thread, fork one at an offset, or detach one; picks are taken by remainder. */
type Step = { readonly thread: number } & (
  | { readonly do: "append"; readonly size: number }
  | { readonly do: "fork"; readonly at: number }
  | { readonly do: "detach" }
);

const thread = fc.nat({ max: 20 });
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constant("append"), thread, size: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant("fork"), thread, at: fc.nat({ max: 50 }) }),
    fc.record({ do: fc.constant("detach"), thread }),
  ),
  { maxLength: 14 },
);

/** Does the steps to a store, and to plain lists by the definition: a fork is a prefix, then its own. */
async function growFamily(
  store: EventStore,
  family: readonly Step[],
): Promise<Map<string, LogEvent[]>> {
  const lists = new Map<string, LogEvent[]>();
  const grow = async (id: string, shared: readonly LogEvent[]) => {
    const own = await collect(store.read(id, { from: shared.length }));
    lists.set(id, [...shared, ...own]);
  };
  await newThread(store, contractId(0), [2, 2]);
  await grow(contractId(0), []);
  for (const step of family) {
    const id = contractId(step.thread % lists.size);
    const events = lists.get(id) ?? [];
    if (step.do === "detach") {
      await store.detach(id);
    } else if (step.do === "append") {
      const text = `${id} ${String(events.length)}`;
      await store.append(
        id,
        events.length,
        notices(events.length, events.length + step.size - 1, text),
      );
      await grow(id, events);
    } else {
      const at = step.at % events.length;
      const child = contractId(lists.size);
      await forkAt(store, { from: id, at, as: child });
      await grow(child, events.slice(0, at + 1));
    }
  }
  return lists;
}

async function expectFamily(store: EventStore, lists: ReadonlyMap<string, LogEvent[]>) {
  for (const [id, events] of lists) {
    expect(await collect(store.read(id))).toEqual(events);
    expect(await collect(store.readBackward(id))).toEqual(events.toReversed());
    expect(await store.head(id)).toBe(events.length);
    const middle = events.length >> 1;
    expect(await collect(store.read(id, { from: middle }))).toEqual(events.slice(middle));
    expect(await collect(store.read(id, { to: middle }))).toEqual(events.slice(0, middle + 1));
  }
}

test("law 1: a fork's events are its parent's up to the fork point, and then its own", async () => {
  const property = fc.asyncProperty(steps, async (family) => {
    const store = memoryStore();
    await expectFamily(store, await growFamily(store, family));
    await store.close();
  });
  await fc.assert(property, { numRuns: 150 });
});

test("law 1: so it is on disk, for another store than the one that wrote", async () => {
  const property = fc.asyncProperty(steps, async (family) => {
    const home = temporaryHome();
    const writer = jsonlStore({ home, durability: "none" });
    const lists = await growFamily(writer, family);
    await writer.close();
    const store = jsonlStore({ home });
    await expectFamily(store, lists);
    await store.close();
    rmSync(home, { recursive: true });
  });
  await fc.assert(property, { numRuns: 15 });
});

test("when every fork is detached, each thread lives without the others", async () => {
  const property = fc.asyncProperty(steps, async (family) => {
    const store = memoryStore();
    const lists = await growFamily(store, family);
    for (const id of lists.keys()) await store.detach(id);
    for (const [id, events] of [...lists].reverse()) {
      await expectFamily(store, new Map([[id, events]]));
      await store.delete(id);
    }
    expect(await collect(store.list())).toEqual([]);
  });
  await fc.assert(property, { numRuns: 50 });
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
