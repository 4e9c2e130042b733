import { isRefoldError } from "../../errors.js";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { runsOf } from "../../events/event-source.js";
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
  offsetsOf,
  started,
  take,
} from "./contract-case.js";

const id = contractId(1);
const everyOffset = [0, 1, 2, 3, 4, 5, 6, 7];

export const reading: ContractChapter = {
  "a range holds both its ends, also inside batches": async (store) => {
    await newThread(store, id, [3, 1, 4]);
    const all = await collect(store.read(id));
    assert.deepEqual(offsetsOf(all), everyOffset);
    for (const from of everyOffset) {
      for (const to of everyOffset) {
        const range = await collect(store.read(id, { from, to }));
        assert.deepEqual(range, all.slice(from, to + 1));
      }
    }
  },
  "reading backward is reading, the other way round, from every offset": async (store) => {
    await newThread(store, id, [3, 1, 4]);
    const backward = (await collect(store.read(id))).reverse();
    assert.deepEqual(await collect(store.readBackward(id)), backward);
    for (const from of everyOffset) {
      const read = await collect(store.readBackward(id, { from }));
      assert.deepEqual(read, backward.slice(backward.length - 1 - from));
    }
  },
  "a range up to beyond the head ends at the head; one from beyond it is refused": async (
    store,
  ) => {
    await newThread(store, id, [3]);
    assert.equal((await collect(store.read(id, { from: 1, to: 99 }))).length, 2);
    assert.deepEqual(await collect(store.read(id, { from: 3 })), []);
    await assertFails("offset-out-of-range", () => collect(store.read(id, { from: 4 })));
    await assertFails("offset-out-of-range", () => collect(store.readBackward(id, { from: 3 })));
    await assertFails("offset-out-of-range", () => collect(store.follow(id, { from: 4 })));
    await assertFails("invalid-argument", () => collect(store.read(id, { from: -1 })));
    await assertFails("invalid-argument", async () => collect(store.readLines(id, 1.5)));
    await assertFails("invalid-argument", () => collect(store.read(id, { to: 0.5 })));
  },
  "a thread's source reads as the store does": async (store) => {
    await newThread(store, id, [3, 3]);
    const source = store.source(id);
    const range = { from: 1, to: 4 };
    const expected = await collect(store.read(id, range));
    assert.deepEqual(await collect(source.read(range)), expected);
    assert.deepEqual((await collect(runsOf(source, range))).flat(), expected);
    const backward = source.readBackward?.({ from: 4 });
    assert.deepEqual(backward && (await take(backward, 4)), expected.toReversed());
    const missing = store.source(contractId(9));
    await assertFails("thread-not-found", () => collect(missing.read()));
  },
  "a reader may stop early": async (store) => {
    await newThread(store, id, [3, 3]);
    assert.deepEqual(offsetsOf(await take(store.read(id), 2)), [0, 1]);
    assert.deepEqual(offsetsOf(await take(store.readBackward(id), 2)), [5, 4]);
    assert.equal(await store.append(id, 6, [notice(6)]), 7);
  },
  "a store knows which threads it has": async (store) => {
    assert.equal(await store.has(id), false);
    await newThread(store, id, [1]);
    assert.equal(await store.has(id), true);
    await assertFails("invalid-id", () => store.has("../x"));
    await store.delete(id);
    assert.equal(await store.has(id), false);
  },
  "an unknown thread is answered with the nearest ids": async (store) => {
    await newThread(store, contractId(11), [1]);
    await newThread(store, contractId(22), [1]);
    for (const call of callsOn(store, contractId(12))) {
      await assert.rejects(call, (error) => {
        assert.ok(isRefoldError(error, "thread-not-found"), String(error));
        assert.ok(error.details.nearest.includes(contractId(11)));
        return true;
      });
    }
  },
  "an id that is none is refused before anything is looked for": async (store) => {
    for (const none of ["", "../../x", "01ka0000000000000000000001", `${id}/x`, "x".repeat(26)]) {
      for (const call of callsOn(store, none)) await assertFails("invalid-id", call);
      await assertFails("invalid-id", () => store.append(none, 0, [started(id)]));
    }
  },
  "the list has every thread, newest first": async (store) => {
    await store.append(contractId(1), 0, [started(contractId(1), 10)]);
    await store.append(contractId(2), 0, [started(contractId(2), 30), notice(1)]);
    await store.append(contractId(3), 0, [started(contractId(3), 20)]);
    const entries = await collect(store.list());
    assert.deepEqual(
      entries.map(({ threadId, head }) => [threadId, head]),
      [
        [contractId(2), 2],
        [contractId(3), 1],
        [contractId(1), 1],
      ],
    );
    const [newest] = entries;
    assert.equal(newest?.createdAt, started(id, 30).at);
    assert.equal(newest.updatedAt, notice(1).at);
    assert.equal(newest.forkedFrom, null);
    assert.ok(newest.sizeBytes > 0);
  },
  "a deleted thread is gone, and its id is free": async (store) => {
    await newThread(store, id, [3]);
    await store.delete(id);
    for (const call of callsOn(store, id)) await assertFails("thread-not-found", call);
    assert.deepEqual(await collect(store.list()), []);
    await newThread(store, id, [2]);
    assert.equal(await store.head(id), 2);
  },
  "a store that is closed refuses everything": async (store) => {
    await newThread(store, id, [1]);
    await store.sync(id);
    await store.close();
    for (const call of callsOn(store, id)) await assertFails("store-closed", call);
    await assertFails("store-closed", () => store.append(id, 1, [notice(1)]));
    await assertFails("store-closed", () => collect(store.list()));
    await assertFails("store-closed", () => store.blobs.put(new Uint8Array(1)));
    await store.close();
  },
};

function callsOn(store: EventStore, threadId: string): (() => Promise<unknown>)[] {
  return [
    () => collect(store.read(threadId)),
    () => collect(store.read(threadId, { from: 0, to: 0 })),
    () => collect(store.readBackward(threadId)),
    () => collect(store.follow(threadId)),
    () => store.head(threadId),
    () => store.sync(threadId),
    () => store.detach(threadId),
    () => store.delete(threadId),
  ];
}

const followedId = contractId(1);

export const following: ContractChapter = {
  "following gives what is there, and then what is appended": async (store) => {
    await newThread(store, followedId, [2, 2]);
    const followed = take(store.follow(followedId), 8);
    await store.append(followedId, 4, [notice(4)]);
    await store.append(followedId, 5, notices(5, 7));
    assert.deepEqual(await followed, await collect(store.read(followedId)));
  },
  "following may begin anywhere up to the head": async (store) => {
    await newThread(store, followedId, [2, 3]);
    for (const from of [0, 1, 3, 5]) {
      const followed = take(store.follow(followedId, { from }), 5 - from + 1);
      const head = await store.head(followedId);
      await Promise.all([followed, store.append(followedId, head, [notice(head)])]);
      const [first] = await followed;
      assert.equal(first?.offset, from);
    }
  },
  "a batch comes whole": async (store) => {
    await newThread(store, followedId, [1]);
    const iterator = store.follow(followedId, { from: 1 })[Symbol.asyncIterator]();
    const next = iterator.next();
    await store.append(followedId, 1, notices(1, 3));
    const batch = [await next, await iterator.next(), await iterator.next()];
    assert.deepEqual(
      batch.map(({ value }: IteratorResult<{ offset: number }, unknown>) => value),
      await collect(store.read(followedId, { from: 1 })),
    );
    await iterator.return?.();
  },
  "following ends with an error when the thread is deleted": async (store) => {
    await newThread(store, followedId, [2]);
    const iterator = store.follow(followedId)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    const failed = assertFails("thread-deleted", () => iterator.next());
    await store.delete(followedId);
    await failed;
  },
  "following ends without one when its signal ends": async (store) => {
    await newThread(store, followedId, [2]);
    const abort = new AbortController();
    const followed = collect(store.follow(followedId, { signal: abort.signal }));
    await take(store.follow(followedId), 2);
    abort.abort();
    assert.ok((await followed).length <= 2);
    assert.deepEqual(await collect(store.follow(followedId, { signal: abort.signal })), []);
  },
  "following ends with an error when the store is closed": async (store) => {
    await newThread(store, followedId, [1]);
    const followed = collect(store.follow(followedId, { from: 1 }));
    const failed = assertFails("store-closed", () => followed);
    await store.close();
    await failed;
  },
  "a fork is followed through its ancestors": async (store) => {
    await newThread(store, followedId, [3]);
    await fork(store, { from: followedId, at: 1, as: contractId(2) });
    const followed = take(store.follow(contractId(2)), 4);
    await store.append(contractId(2), 3, [notice(3)]);
    assert.deepEqual(offsetsOf(await followed), [0, 1, 2, 3]);
  },
};

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
const hash = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;

export const blobs: ContractChapter = {
  "a blob is named by its hash and comes back as it was": async ({ blobs: store }) => {
    assert.equal(await store.has(hash), false);
    assert.equal(await store.put(bytes), hash);
    assert.equal(await store.put(bytes), hash);
    assert.equal(await store.has(hash), true);
    assert.deepEqual(Uint8Array.from(await store.get(hash)), bytes);
    assert.match(await store.put(new Uint8Array()), /^sha256-e3b0c442/);
  },
  "a blob that is not there is an error, and so is a name that is none": async ({
    blobs: store,
  }) => {
    await assertFails("blob-missing", () => store.get(hash));
    for (const name of ["", "sha256-../../x", hash.toUpperCase(), `${hash}0`]) {
      await assertFails("invalid-argument", () => store.get(name));
      await assertFails("invalid-argument", () => store.has(name));
    }
  },
  "a blob does not change with the bytes that were given or read": async ({ blobs: store }) => {
    const given = Uint8Array.from(bytes);
    await store.put(given);
    given.fill(0);
    (await store.get(hash)).fill(0);
    assert.deepEqual(Uint8Array.from(await store.get(hash)), bytes);
  },
};
