import { isRefoldError } from "../../errors.js";
import assert from "node:assert/strict";
import type { EventStore } from "../../store/event-store.js";
import {
  assertFails,
  collect,
  type ContractChapter,
  contractId,
  fork,
  newThread,
  notice,
  notices,
} from "./contract-case.js";

const [parent, child, grandchild] = [contractId(1), contractId(2), contractId(3)];

export const forking: ContractChapter = {
  "a fork reads as its parent up to the fork point, then as itself": async (store) => {
    await newThread(store, parent, [2, 3]);
    for (const at of [0, 1, 2, 4]) {
      const id = contractId(10 + at);
      await fork(store, { from: parent, at, as: id });
      await store.append(id, at + 2, notices(at + 2, at + 3, "own"));
      assert.equal(await store.head(id), at + 4);
      const shared = await collect(store.read(parent, { to: at }));
      const own = await collect(store.read(id, { from: at + 1 }));
      assert.equal(own[0]?.type, "thread.forked");
      assert.equal(own.length, 3);
      await assertReads(store, id, [...shared, ...own]);
    }
  },
  "a fork of a fork reads through both": async (store) => {
    await makeFamily(store, 4);
    const events = await collect(store.read(grandchild));
    assert.deepEqual(events.slice(0, 3), await collect(store.read(parent, { to: 2 })));
    assert.deepEqual(events.slice(3, 5), await collect(store.read(child, { from: 3, to: 4 })));
    await assertReads(store, grandchild, events);
  },
  "a fork may leave its parent at an offset that the parent only refers to": async (store) => {
    await makeFamily(store, 1);
    const events = await collect(store.read(grandchild));
    assert.deepEqual(events.slice(0, 2), await collect(store.read(parent, { to: 1 })));
    assert.equal(events[2]?.type, "thread.forked");
    await assertReads(store, grandchild, events);
  },
  "what happens to a parent after the fork point is not the fork's": async (store) => {
    await newThread(store, parent, [3]);
    await fork(store, { from: parent, at: 1, as: child });
    const before = await collect(store.read(child));
    await store.append(parent, 3, [notice(3)]);
    await assertReads(store, child, before);
  },
  "a fork is one event, and the list says where it left": async (store) => {
    await newThread(store, parent, [200]);
    await fork(store, { from: parent, at: 150, as: child });
    const [entry] = await collect(store.list());
    assert.equal(entry?.threadId, child);
    assert.deepEqual(entry.forkedFrom, { threadId: parent, offset: 150 });
    assert.ok(entry.sizeBytes < 2048);
  },
  "a fork needs an offset that is there, and an id that is free": async (store) => {
    await newThread(store, parent, [3]);
    await newThread(store, child, [3]);
    const place = { from: parent, as: grandchild };
    await assertFails("offset-out-of-range", () => fork(store, { ...place, at: 3 }));
    await assertFails("offset-out-of-range", () => fork(store, { ...place, at: 9 }));
    await assertFails("thread-exists", () => fork(store, { from: parent, at: 2, as: child }));
    await assertFails("thread-not-found", () =>
      fork(store, { ...place, from: contractId(9), at: 0 }),
    );
    assert.equal((await collect(store.list())).length, 2);
  },
  "a thread that others refer to is not deleted": async (store) => {
    await makeFamily(store, 4);
    await assert.rejects(store.delete(parent), (error) => {
      assert.ok(isRefoldError(error, "thread-has-forks"));
      assert.deepEqual(error.details.forkIds, [child]);
      return true;
    });
    await store.delete(grandchild);
    await store.delete(child);
    await store.delete(parent);
    assert.deepEqual(await collect(store.list()), []);
  },
  "a detached fork reads the same without its parent": async (store) => {
    await makeFamily(store, 4);
    const before = await collect(store.read(grandchild));
    await store.detach(grandchild);
    await assertReads(store, grandchild, before);
    await store.delete(child);
    await store.delete(parent);
    await assertReads(store, grandchild, before);
    const [entry] = await collect(store.list());
    assert.equal(entry?.forkedFrom, null);
    assert.equal(await store.append(grandchild, 6, [notice(6)]), 7);
  },
  "a prefix that ends inside a batch is detached too": async (store) => {
    await newThread(store, parent, [2, 4]);
    for (const at of [2, 3, 4]) {
      const id = contractId(20 + at);
      await fork(store, { from: parent, at, as: id });
      await store.append(id, at + 2, notices(at + 2, at + 4));
      const before = await collect(store.read(id));
      await store.detach(id);
      await assertReads(store, id, before);
    }
  },
  "detaching what is no fork, or is detached, changes nothing": async (store) => {
    await newThread(store, parent, [3]);
    const before = await collect(store.read(parent));
    await store.detach(parent);
    await store.detach(parent);
    await assertReads(store, parent, before);
  },
  "a fork of a detached fork reads through it": async (store) => {
    await makeFamily(store, 1);
    await store.detach(child);
    const before = await collect(store.read(grandchild));
    await store.delete(parent);
    await assertReads(store, grandchild, before);
  },
};

/** Parent of 5 events, a fork of it at 2 with 4 own ones, a fork of that with one. */
async function makeFamily(store: EventStore, at: number): Promise<void> {
  await newThread(store, parent, [2, 3]);
  await fork(store, { from: parent, at: 2, as: child });
  await store.append(child, 4, notices(4, 6, "child"));
  await fork(store, { from: child, at, as: grandchild });
}

/** Every way of reading gives these events. */
async function assertReads(store: EventStore, id: string, events: unknown[]): Promise<void> {
  assert.deepEqual(await collect(store.read(id)), events);
  assert.deepEqual(await collect(store.readBackward(id)), events.toReversed());
  assert.equal(await store.head(id), events.length);
  for (let from = 0; from < events.length; from++) {
    assert.deepEqual(await collect(store.read(id, { from })), events.slice(from));
    const middle = await collect(store.read(id, { from: from >> 1, to: from }));
    assert.deepEqual(middle, events.slice(from >> 1, from + 1));
    const backward = await collect(store.readBackward(id, { from }));
    assert.deepEqual(backward, events.slice(0, from + 1).reverse());
  }
}
