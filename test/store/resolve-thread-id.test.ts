import { expect, test } from "vitest";
import { ulidToUuid, uuidToUlid } from "../../src/events/ids.js";
import { memoryStore } from "../../src/store/memory.js";
import { resolveThreadId } from "../../src/store/resolve-thread-id.js";
import { newThread } from "../../src/testing/store-contract/contract-case.js";

const first = uuidToUlid("01997ea4-a70d-7da3-8c20-c736db82a7c5");
const second = uuidToUlid("01997ea4-ffff-7da3-8c20-c736db82a7c5");
const third = "01KA0000000000000000000003";

async function store() {
  const threads = memoryStore();
  for (const id of [first, second, third]) await newThread(threads, id, [1]);
  return threads;
}

test.each([
  ["its ULID", first, first],
  ["its ULID in lower case", first.toLowerCase(), first],
  ["the UUID with the same bits", ulidToUuid(first), first],
  ["that UUID in upper case", ulidToUuid(second).toUpperCase(), second],
  ["the beginning of its ULID", "01ka", third],
  ["the beginning of its UUID", "01997ea4-a", first],
])("a thread is found by %s", async (_, text, id) => {
  expect(await resolveThreadId(await store(), text)).toBe(id);
});

test("a beginning that fits several threads names them", async () => {
  await expect(resolveThreadId(await store(), "01997ea4")).rejects.toMatchObject({
    code: "ambiguous-id",
    details: { threadIds: [second, first] },
  });
});

test("an id that is not there is answered with the nearest ones", async () => {
  await expect(resolveThreadId(await store(), third.replace(/3$/, "4"))).rejects.toMatchObject({
    code: "thread-not-found",
    remedy: expect.stringContaining(third) as unknown,
    details: { nearest: expect.arrayContaining([third]) as unknown },
  });
});

test.each(["", "../secrets", "a/b", "-", "01KA%", "id\n"])("%j is no id", async (text) => {
  await expect(resolveThreadId(await store(), text)).rejects.toMatchObject({ code: "invalid-id" });
});
