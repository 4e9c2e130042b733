import assert from "node:assert/strict";
import {
  collect,
  type ContractChapter,
  contractId,
  newThread,
  notice,
  offsetsOf,
} from "./contract-case.js";

const id = contractId(1);
/** Beyond what a database gives at a time, or takes in a column, where nobody asked it for more. */
const manyEvents = 1_500;
const longText = "ünï → e\u0301 ".repeat(100_000);

/** What small logs do not show: storage that cuts what is long. */
export const sizes: ContractChapter = {
  "a thread of many events is read whole, in each way": async (store) => {
    await newThread(store, id, [manyEvents - 1, 1]);
    const read = await collect(store.read(id));
    assert.deepEqual(offsetsOf(read), [...Array(manyEvents).keys()]);
    assert.deepEqual(await collect(store.readBackward(id)), read.toReversed());
    assert.deepEqual(await collect(store.read(id, { from: 1 })), read.slice(1));
    const lines = Buffer.concat(await collect(store.readLines(id)));
    assert.equal(lines.filter((byte) => byte === 0x0a).length, manyEvents);
  },
  "a line of a million bytes comes back as it was": async (store) => {
    await newThread(store, id, [1]);
    await store.append(id, 1, [notice(1, longText), notice(2)]);
    const [, read] = await collect(store.read(id));
    assert.deepEqual(read?.data, notice(1, longText).data);
  },
  "a blob of a million bytes comes back as it was, and one of none": async ({ blobs }) => {
    for (const bytes of [new TextEncoder().encode(longText), new Uint8Array()]) {
      const hash = await blobs.put(bytes);
      assert.ok(Buffer.from(await blobs.get(hash)).equals(bytes));
    }
  },
};
