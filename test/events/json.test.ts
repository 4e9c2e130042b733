import fc from "fast-check";
import { expect, test } from "vitest";
import { copyJson, parseJson, withKeptNumbers } from "../../src/events/json.js";
import { itemWords } from "../../src/projections/item-words.js";
import { changeInPlace } from "../change-in-place.js";
import { expectSame } from "../expect-same.js";

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("what nests too deeply to be written again is no JSON", () => {
  expect(JSON.stringify(parseJson(nested(1_000)))).toBe(nested(1_000));
  expect(parseJson(nested(100_000))).toBeUndefined();
});

test("numbers that JavaScript cannot hold are texts; nothing else is changed", () => {
  const kept = '{"a\\"1":[12345678901234567000,-9007199254740991,1.5,2e9,"1e400"],"b":0}';
  expect(withKeptNumbers(kept)).toBe(kept);
  const large = '{"id":1234567890123456789,"list":[-9007199254740993,1e400]}';
  const texts = { id: "1234567890123456789", list: ["-9007199254740993", "1e400"] };
  expect(parseJson(withKeptNumbers(large))).toEqual(texts);
  expect(withKeptNumbers("[1e400]")).toBe('["1e400"]');
  const long = `{"text":"${"\\n".repeat(8_000_000)}","id":1234567890123456789}`;
  expect(withKeptNumbers(long).slice(-29)).toBe('","id":"1234567890123456789"}');
  const property = fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value, null, 1);
    expect(withKeptNumbers(text)).toBe(text);
  });
  fc.assert(property);
});

test("arguments that nest too deeply are shown as they stand", () => {
  const text = nested(100_000);
  const call = { type: "function_call", name: "x", arguments: text, call_id: "c" } as const;
  expect(itemWords(call)).toBe(text);
});

class Money {
  constructor(readonly cents: number) {}
  toJSON(): string {
    return `${this.cents / 100} EUR`;
  }
}

/** What a caller may hand in, and JSON has another form for, or none. */
const oddities = fc.constantFrom<unknown[]>(
  ...[undefined, NaN, Infinity, -0, Symbol("s"), () => 1, new Date(0), new Date(NaN)],
  ...[new Map([[1, 2]]), new Set([1]), new Money(250), new Uint8Array(2), new Array(2)],
  ...[Object.create(null), { [Symbol("s")]: 1, a: undefined }, JSON.parse('{"__proto__":{"a":1}}')],
);
const values = fc.oneof(
  fc.jsonValue(),
  fc.object({ values: [fc.string(), fc.double(), oddities], maxDepth: 3 }),
  oddities,
);

test("a copy is what a reader of the JSON gets", () => {
  const property = fc.property(values, (value) => {
    const text: unknown = JSON.stringify(value);
    const read: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    expectSame(copyJson(value), read);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("a copy shares nothing that can be changed", () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    const before = JSON.stringify(value);
    changeInPlace(copyJson(value));
    expect(JSON.stringify(value)).toBe(before);
  });
  fc.assert(property);
});

test("what contains itself has no copy; what only nests deeply has one", () => {
  const holder: { self?: unknown } = {};
  holder.self = [holder];
  expect(() => copyJson(holder)).toThrow(TypeError);
  const deep: unknown = parseJson(nested(900));
  expect(JSON.stringify(copyJson(deep))).toBe(nested(900));
});
