import { expect, test } from "vitest";
import { memoryStore } from "../../src/store/memory.js";
import { collect, contractId, newThread } from "../../src/testing/store-contract/contract-case.js";

test("lines that lack their last line feed are refused, as a file would hold a torn batch", async () => {
  const id = contractId(1);
  const source = memoryStore();
  await newThread(source, id, [2]);
  const [lines = Buffer.alloc(0)] = await collect(source.readLines(id));
  const cut = memoryStore().appendLines(id, 0, lines.subarray(0, -1));
  await expect(cut).rejects.toMatchObject({ code: "invalid-event" });
  expect(await memoryStore().appendLines(id, 0, lines)).toBe(2);
});
