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
} from "./contract-case.js";

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
