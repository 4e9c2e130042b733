import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonStringBytes, jsonValueBytes, utf8Bytes } from "../../src/events/bytes.js";
import { longTexts, texts } from "../../src/testing/arbitraries/texts.js";

const encodedLength = (text: string) => new TextEncoder().encode(text).length;
const someText = fc.oneof(texts(), longTexts({ maxLength: 1000 }));

test("the bytes of a text are those of its encoding", () => {
  fc.assert(
    fc.property(someText, (text) => {
      expect(utf8Bytes(text)).toBe(encodedLength(text));
    }),
  );
});

test("the bytes of a JSON string are those of its encoding, lone surrogates as three", () => {
  fc.assert(
    fc.property(someText, (text) => {
      const wellFormed = text.replace(/\p{Surrogate}/gu, "\ufffd"); // three bytes as well
      expect(jsonStringBytes(text)).toBe(encodedLength(JSON.stringify(wellFormed)));
    }),
  );
});

test("the bytes of a JSON value are those of its compact form", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonValueBytes(value)).toBe(encodedLength(JSON.stringify(value)));
    }),
  );
});

test("a pair of surrogates on the border of two chunks counts four bytes", () => {
  for (let length = 65_530; length < 65_540; length++) {
    expect(utf8Bytes(`${"a".repeat(length)}😀`)).toBe(length + 4);
  }
});

test("members that are undefined are not written; undefined elements are null", () => {
  expect(jsonValueBytes({ a: undefined, b: [undefined] })).toBe('{"b":[null]}'.length);
});
