import fc from "fast-check";
import { expect, test } from "vitest";
import { invalidId, isUlid, isUuid, ulidToUuid, uuidToUlid } from "../../src/events/ids.js";

test("a UUID keeps its 128 bits as a ULID and comes back", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const ulid = uuidToUlid(uuid);
      expect(isUlid(ulid)).toBe(true);
      expect(ulidToUuid(ulid)).toBe(uuid);
    }),
  );
});

test("a ULID comes back from its UUID", () => {
  fc.assert(
    fc.property(fc.ulid(), (ulid) => {
      expect(isUuid(ulidToUuid(ulid))).toBe(true);
      expect(uuidToUlid(ulidToUuid(ulid))).toBe(ulid);
    }),
  );
});

test("the smallest and the largest id convert to known spellings", () => {
  expect(uuidToUlid("00000000-0000-0000-0000-000000000000")).toBe("00000000000000000000000000");
  expect(uuidToUlid("FFFFFFFF-ffff-ffff-ffff-ffffffffffff")).toBe("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  expect(ulidToUuid("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe("01563e3a-b5d3-d676-4c61-efb99302bd5b");
});

test.each([
  "",
  "../../etc/passwd",
  "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
  "01arz3ndektsv4rrffq69g5fav",
  "01ARZ3NDEKTSV4RRFFQ69G5FAI",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV\n",
  "0199812e64f07f7391fc095dda01c36e",
])("%j is no id", (text) => {
  expect(isUlid(text)).toBe(false);
  expect(isUuid(text)).toBe(false);
  expect(() => uuidToUlid(text)).toThrow(expect.objectContaining({ code: "invalid-id" }));
  expect(() => ulidToUuid(text)).toThrow(expect.objectContaining({ code: "invalid-id" }));
});

test.each([undefined, null, 5, {}])("what is no text is refused like any other id: %j", (given) => {
  expect(invalidId(given)).toMatchObject({ code: "invalid-id", details: { id: typeof given } });
});
