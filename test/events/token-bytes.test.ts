import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOfTokens, ceil4, tokensOfBytes, tokensOfText } from "../../src/events/bytes.js";

test("a token is four bytes, rounded up, and counts that are not positive are none (§1.4)", () => {
  const property = fc.property(fc.maxSafeInteger(), (count) => {
    const bytes = count % 2 ** 40;
    const expected = bytes > 0 ? Number((BigInt(bytes) + 3n) / 4n) : 0;
    expect([ceil4(bytes), tokensOfBytes(bytes)]).toEqual([expected, expected]);
  });
  fc.assert(property);
  expect([0, 1, 4, 5].map(ceil4)).toEqual([0, 1, 1, 2]);
});

test("texts count in UTF-8 bytes, and tokens stand for four of them", () => {
  expect([tokensOfText("é漢"), tokensOfText("\ud800"), bytesOfTokens(500)]).toEqual([2, 1, 2_000]);
});
