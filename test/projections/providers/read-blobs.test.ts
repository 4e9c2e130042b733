import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readBlobs } from "../../../src/projections/providers/images.js";

test("a hundred blobs are read, and never all at once: each may open a file", async () => {
  const hashes = Array.from({ length: 100 }, (_, index) => `sha256-${index}`);
  let [open, most] = [0, 0];
  const blobs = {
    async get(hash: string): Promise<Uint8Array> {
      most = Math.max(most, ++open);
      await setImmediate();
      open -= 1;
      return Buffer.from(hash);
    },
  };
  const read = await readBlobs(hashes, blobs, "error");
  expect([...read].map(([, bytes]) => String(bytes))).toEqual(hashes);
  expect(most).toBeLessThanOrEqual(16);
});
