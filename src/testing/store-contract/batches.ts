import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isRefoldError } from "../../errors.js";
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
} from "./contract-case.js";

const [id, forkId] = [contractId(1), contractId(2)];
const firstBatch = [started(id), ...notices(1, 9)];

/** Readers that look while a change is under way, and changes that fail in the middle. */
export const batches: ContractChapter = {
  "a reader beside an append sees all of the batch or none": async (store) => {
    await newThread(store, id, [2]);
    await assertInOneStep(store, id, () => store.append(id, 2, notices(2, 11)));
    assert.equal(await store.head(id), 12);
  },
  "a reader beside the first append sees the whole thread or none": async (store) => {
    await assertInOneStep(store, id, () => store.append(id, 0, firstBatch));
    assert.equal(await store.head(id), 10);
  },
  "a follower gets no event before its whole batch can be read": async (store) => {
    await newThread(store, id, [2]);
    const following = followWhole(store, 2, 11);
    await Promise.all([following, store.append(id, 2, notices(2, 11))]);
  },
  "a reader beside a detaching sees all of the prefix or none": async (store) => {
    await newThread(store, id, [2, 3]);
    await fork(store, { from: id, at: 3, as: forkId });
    await store.append(forkId, 5, notices(5, 6));
    const before = await collect(store.read(forkId));
    await assertInOneStep(store, forkId, () => store.detach(forkId));
    assert.deepEqual(await collect(store.read(forkId)), before);
  },
  "an append that fails at an event in the middle stores nothing of its batch": async (store) => {
    await newThread(store, id, [2]);
    const seen = await answers(store, id);
    const noJson = { ...notice(3), type: "contract.noted", data: { count: 1n } };
    const batch = [notice(2), noJson, notice(4)];
    await assertFails("invalid-event", () => store.append(id, 2, batch));
    assert.deepEqual(await answers(store, id), seen);
    assert.equal(await store.append(id, 2, notices(2, 4)), 5);
    await assertFails("invalid-event", () =>
      store.append(forkId, 0, [started(forkId), { ...noJson, offset: 1 }]),
    );
    assert.equal(await store.has(forkId), false);
  },
};

/** What a case needs beside `open` (`ContractOptions`). */
type OpenFailing = (write: number) => EventStore | Promise<EventStore>;

/** Appends to stores of which each fails at a later write, until one has fewer writes than that. */
export async function assertWholeWhereWritesFail(openFailing: OpenFailing): Promise<void> {
  for (let write = 1; ; write += 1) {
    const store = await openFailing(write);
    try {
      if (await appendsAll(store)) {
        assert.ok(write > 1, "no write failed: `openFailing(1)` must fail at the first");
        return;
      }
    } finally {
      await store.close();
    }
  }
}

/** @returns false: an append failed. Nothing of its batch is there, and it was appended again */
async function appendsAll(store: EventStore): Promise<boolean> {
  for (const batch of [firstBatch, notices(10, 14)]) {
    const before = await answers(store, id);
    const head = batch[0]?.offset ?? 0;
    const failure = await store.append(id, head, batch).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) continue;
    assert.deepEqual(await answers(store, id), before, "a failed append left a part of its batch");
    assert.equal(await store.append(id, head, batch), head + batch.length);
    return false;
  }
  return true;
}

/** What is read, in each way of reading. An error is an answer too. */
const looks: Readonly<Record<string, (store: EventStore, threadId: string) => Promise<unknown>>> = {
  read: (store, threadId) => collect(store.read(threadId)),
  "read from the middle": (store, threadId) => collect(store.read(threadId, { from: 1 })),
  readBackward: (store, threadId) => collect(store.readBackward(threadId)),
  head: (store, threadId) => store.head(threadId),
  has: (store, threadId) => store.has(threadId),
  list: (store) => collect(store.list()),
};

type Answers = Readonly<Record<string, unknown>>;

async function answers(store: EventStore, threadId: string): Promise<Answers> {
  const entries = Object.entries(looks).map(async ([name, look]): Promise<[string, unknown]> => {
    const answer = look(store, threadId).catch((error: unknown) => {
      if (isRefoldError(error)) return error.code;
      throw error;
    });
    return [name, await answer];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const looksATurn = 4;

/** Every reader that looks while `change` is under way answers as before it, or as after it. */
async function assertInOneStep(
  store: EventStore,
  threadId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await answers(store, threadId);
  const progress = { isDone: false };
  const changing = change().finally(() => {
    progress.isDone = true;
  });
  const seen: Answers[] = [];
  while (!progress.isDone) {
    // Some looks come between the steps of one turn of the event loop, others between turns.
    for (let look = 0; look < looksATurn; look++) seen.push(await answers(store, threadId));
    await setImmediate();
  }
  await changing;
  const after = await answers(store, threadId);
  for (const each of seen) {
    for (const name of Object.keys(looks)) {
      if (isDeepStrictEqual(each[name], before[name])) continue;
      assert.deepEqual(each[name], after[name], `${name} saw a part of the change`);
    }
  }
}

/** Follows a thread up to `to`, and finds the whole batch of each event where else it looks. */
async function followWhole(store: EventStore, from: number, to: number): Promise<void> {
  for await (const { offset, left = 0 } of store.follow(id, { from })) {
    const end = offset + left;
    assert.ok((await store.head(id)) > end, "follow was ahead of the head");
    const batch = offsetsOf(await collect(store.read(id, { from: offset, to: end })));
    assert.equal(batch.length, left + 1, "follow gave a part of a batch");
    if (offset === to) return;
  }
}
