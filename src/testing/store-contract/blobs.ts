import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { assertFails, type ContractChapter } from "./contract-case.js";

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
