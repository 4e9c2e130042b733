import assert from "node:assert/strict";
import { collect, assertFails, offsetsOf, take, type ContractChapter } from "./contract-case.js";
import { contractId, fork, newThread, notice, notices } from "./contract-events.js";

const id = contractId(1);

export const following: ContractChapter = {
  "following gives what is there, and then what is appended": async (store) => {
    await newThread(store, id, [2, 2]);
    const followed = take(store.follow(id), 8);
    await store.append(id, 4, [notice(4)]);
    await store.append(id, 5, notices(5, 7));
    assert.deepEqual(await followed, await collect(store.read(id)));
  },
  "following may begin anywhere up to the head": async (store) => {
    await newThread(store, id, [2, 3]);
    for (const from of [0, 1, 3, 5]) {
      const followed = take(store.follow(id, { from }), 5 - from + 1);
      const head = await store.head(id);
      await Promise.all([followed, store.append(id, head, [notice(head)])]);
      const [first] = await followed;
      assert.equal(first?.offset, from);
    }
  },
  "a batch comes whole": async (store) => {
    await newThread(store, id, [1]);
    const iterator = store.follow(id, { from: 1 })[Symbol.asyncIterator]();
    const next = iterator.next();
    await store.append(id, 1, notices(1, 3));
    const batch = [await next, await iterator.next(), await iterator.next()];
    assert.deepEqual(
      batch.map(({ value }: IteratorResult<{ offset: number }, unknown>) => value),
      await collect(store.read(id, { from: 1 })),
    );
    await iterator.return?.();
  },
  "following ends with an error when the thread is deleted": async (store) => {
    await newThread(store, id, [2]);
    const iterator = store.follow(id)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    const next = iterator.next();
    await store.delete(id);
    await assertFails("thread-deleted", () => next);
  },
  "following ends without one when its signal ends": async (store) => {
    await newThread(store, id, [2]);
    const abort = new AbortController();
    const followed = collect(store.follow(id, { signal: abort.signal }));
    await take(store.follow(id), 2);
    abort.abort();
    assert.ok((await followed).length <= 2);
    assert.deepEqual(await collect(store.follow(id, { signal: abort.signal })), []);
  },
  "following ends with an error when the store is closed": async (store) => {
    await newThread(store, id, [1]);
    const followed = collect(store.follow(id, { from: 1 }));
    const failed = assertFails("store-closed", () => followed);
    await store.close();
    await failed;
  },
  "a fork is followed through its ancestors": async (store) => {
    await newThread(store, id, [3]);
    await fork(store, { from: id, at: 1, as: contractId(2) });
    const followed = take(store.follow(contractId(2)), 4);
    await store.append(contractId(2), 3, [notice(3)]);
    assert.deepEqual(offsetsOf(await followed), [0, 1, 2, 3]);
  },
};
