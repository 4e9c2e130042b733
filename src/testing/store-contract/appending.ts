import { isRefoldError } from "../../errors.js";
import assert from "node:assert/strict";
import {
  assertFails,
  collect,
  type ContractChapter,
  contractId,
  newThread,
  notice,
  notices,
  offsetsOf,
  rolledBack,
  started,
  fork,
} from "./contract-case.js";
import type { EventStore } from "../../store/event-store.js";
import { hexOfSum } from "../../store/chain.js";
import { encodeBatch } from "../../store/jsonl/line-encoder.js";
import { memoryStore } from "../../store/memory.js";

const id = contractId(1);

export const appending: ContractChapter = {
  "what is appended is read again, and the head is after it": async (store) => {
    const batch = [started(id), ...notices(1, 3, "ünï → 😀 \ud800")];
    assert.equal(await store.append(id, 0, batch), 4);
    assert.equal(await store.append(id, 4, [notice(4)]), 5);
    assert.equal(await store.head(id), 5);
    const read = await collect(store.read(id));
    assert.deepEqual(
      read.map(({ left: _left, sum: _sum, ...event }) => event),
      [...batch, notice(4)],
    );
  },
  "each event that is read says what is left of its batch, and its sum": async (store) => {
    await newThread(store, id, [3, 1]);
    const read = await collect(store.read(id));
    assert.deepEqual(
      read.map(({ left }) => left),
      [2, 1, undefined, undefined],
    );
    for (const { sum } of read) assert.match(sum ?? "", /^[0-9a-f]{8}$/);
  },
  "a batch at another head is refused, and nothing of it is there": async (store) => {
    await newThread(store, id, [2]);
    for (const head of [0, 1, 3]) {
      await assert.rejects(store.append(id, head, notices(head, head + 1)), (error) => {
        assert.ok(isRefoldError(error, "offset-conflict"));
        assert.deepEqual(error.details, { threadId: id, expected: head, actual: 2 });
        return true;
      });
    }
    assert.deepEqual(offsetsOf(await collect(store.read(id))), [0, 1]);
  },
  "of several appends at one head exactly one is done": async (store) => {
    await newThread(store, id, [1]);
    const texts = ["a", "b", "c"];
    const all = await Promise.allSettled(
      texts.map((text) => store.append(id, 1, notices(1, 2, text))),
    );
    assert.equal(all.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(await store.head(id), 3);
    const winner = texts[all.findIndex(({ status }) => status === "fulfilled")];
    const read = await collect(store.read(id, { from: 1 }));
    assert.deepEqual(
      read.map(({ data }) => data),
      notices(1, 2, winner).map(({ data }) => data),
    );
  },
  "of several first appends exactly one is done": async (store) => {
    const appended = [2, 3, 4].map((size) => newThread(store, id, [size]));
    const done = (await Promise.allSettled(appended)).map(({ status }) => status === "fulfilled");
    assert.deepEqual(done.filter(Boolean), [true]);
    assert.equal(await store.head(id), 2 + done.indexOf(true));
  },
  "an empty batch writes nothing": async (store) => {
    await newThread(store, id, [2]);
    assert.equal(await store.append(id, 2, []), 2);
    assert.equal(await store.head(id), 2);
  },
  "a batch whose offsets do not follow one another is refused": async (store) => {
    await newThread(store, id, [1]);
    await assertFails("invalid-argument", () => store.append(id, 1, [notice(2)]));
    await assertFails("invalid-argument", () => store.append(id, 1, [notice(1), notice(3)]));
    assert.equal(await store.head(id), 1);
  },
  "an event that is not of its form is refused with its whole batch": async (store) => {
    await newThread(store, id, [1]);
    await assertFails("invalid-event", () =>
      store.append(id, 1, [notice(1), { ...notice(2), id: "none" }]),
    );
    assert.equal(await store.head(id), 1);
  },
  "a thread begins with thread.started": async (store) => {
    await assertFails("invalid-argument", () => store.append(id, 0, [notice(0)]));
    await assertFails("thread-not-found", () => store.append(id, 3, [notice(3)]));
    await assertFails("thread-not-found", () => store.head(id));
    assert.deepEqual(await collect(store.list()), []);
  },
  "a thread's first event names that thread": async (store) => {
    await assertFails("invalid-argument", () => store.append(id, 0, [started(contractId(2))]));
    await assertFails("thread-not-found", () => store.head(id));
    assert.deepEqual(await collect(store.list()), []);
  },
  "a rollback goes to what is before it": async (store) => {
    await newThread(store, id, [2]);
    for (const to of [2, 3]) {
      await assertFails("invalid-argument", () => store.append(id, 2, [rolledBack(2, to)]));
    }
    assert.equal(await store.append(id, 2, [rolledBack(2, 1)]), 3);
  },
  "what is stored does not change with the objects that were given or read": async (store) => {
    const event = notice(1, "before");
    await store.append(id, 0, [started(id), event]);
    event.data.message = "after";
    const [, read] = await collect(store.read(id));
    const data = read?.data;
    assert.ok(typeof data === "object" && data !== null);
    Reflect.set(data, "message", "after");
    const again = await collect(store.read(id));
    assert.deepEqual(again[1]?.data, notice(1, "before").data);
  },
};

const child = contractId(2);

async function linesOf(store: EventStore, threadId: string, from?: number): Promise<Buffer> {
  return Buffer.concat(await collect(store.readLines(threadId, from)));
}

export const lines: ContractChapter = {
  "lines are read as they are stored, with those of forks apart": async (store) => {
    const other = memoryStore();
    for (const each of [store, other]) {
      await newThread(each, id, [2, 40, 1]);
      await fork(each, { from: id, at: 30, as: child });
    }
    for (const threadId of [id, child]) {
      assert.deepEqual(await linesOf(store, threadId), await linesOf(other, threadId));
    }
    assert.deepEqual(await linesOf(store, id, 42), await linesOf(other, id, 42));
    assert.deepEqual(await store.lineage(child), [
      { threadId: id, from: 0 },
      { threadId: child, from: 31 },
    ]);
    await assertFails("thread-not-found", () => linesOf(store, contractId(3)));
  },
  "lines of another store are stored byte for byte": async (store) => {
    const other = memoryStore();
    await newThread(other, id, [2, 3]);
    await fork(other, { from: id, at: 3, as: child });
    await other.append(child, 5, notices(5, 6));
    for (const threadId of [id, child]) {
      const from = threadId === id ? 0 : 4;
      const lines = await linesOf(other, threadId);
      const head = await store.appendLines(threadId, from, lines);
      assert.equal(head, await other.head(threadId));
      assert.deepEqual(await linesOf(store, threadId), lines);
      assert.deepEqual(await collect(store.read(threadId)), await collect(other.read(threadId)));
    }
    await other.append(id, 5, notices(5, 8));
    assert.equal(await store.appendLines(id, 5, await linesOf(other, id, 5)), 9);
    assert.deepEqual(await linesOf(store, id), await linesOf(other, id));
    assert.equal(await store.append(id, 9, notices(9, 9)), 10);
    assert.equal((await collect(store.read(id))).length, 10);
  },
  "lines that are damaged, torn, or of another thread are refused": async (store) => {
    const other = memoryStore();
    await newThread(other, id, [2]);
    await newThread(other, child, [2]);
    await store.appendLines(id, 0, await linesOf(other, id));
    await other.append(id, 2, notices(2, 4));
    await other.append(child, 2, notices(2, 4));
    const good = await linesOf(other, id, 2);
    const damaged = Buffer.from(good);
    damaged[good.length >> 1] = 0x20;
    const torn = good.subarray(0, good.lastIndexOf("\n", good.length - 2) + 1);
    for (const bad of [damaged, torn, await linesOf(other, child, 2)]) {
      await assertFails("invalid-event", () => store.appendLines(id, 2, bad));
    }
    await assertFails("invalid-argument", () => store.appendLines(id, 3, good));
    await assertFails("thread-not-found", () => store.appendLines(contractId(3), 2, good));
    assert.equal(await store.head(id), 2);
    assert.equal(await store.appendLines(id, 2, good), 5);
    await assertFails("offset-conflict", () => store.appendLines(id, 2, good));
  },
  "what follows a line in the place of lost ones names the sum of those": async (store) => {
    const sum = 0x0bad_cafe;
    const repaired = { ...notice(1), replaces: hexOfSum(sum) };
    for (const threadId of [id, child]) {
      const lines = encodeBatch([started(threadId), repaired]);
      assert.equal(await store.appendLines(threadId, 0, lines), 2);
    }
    assert.equal(await store.appendLines(id, 2, encodeBatch([notice(2)], { after: sum })), 3);
    assert.equal(await store.append(child, 2, [notice(2)]), 3);
    assert.deepEqual(await linesOf(store, id, 2), await linesOf(store, child, 2));
    assert.equal((await collect(store.read(id))).length, 3);
  },
};
