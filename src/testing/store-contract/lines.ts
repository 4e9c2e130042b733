import assert from "node:assert/strict";
import type { EventStore } from "../../store/event-store.js";
import { hexOfSum } from "../../store/chain.js";
import { encodeBatch } from "../../store/jsonl/line-codec.js";
import { memoryStore } from "../../store/memory.js";
import {
  assertFails,
  collect,
  type ContractChapter,
  contractId,
  fork,
  newThread,
  notice,
  notices,
  started,
} from "./contract-case.js";

const [id, child] = [contractId(1), contractId(2)];

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
