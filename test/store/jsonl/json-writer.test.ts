import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../any-character.js";
import { JsonWriter } from "../../../src/store/jsonl/json-writer.js";

const writer = new JsonWriter(32);

/** `value` after another member, as the writer says it. */
function written(value: unknown, name = "value"): string {
  writer.clear();
  writer.ascii('{"first":0');
  writer.member(name, value);
  writer.ascii("}");
  return writer.bytes.toString("utf8", 0, writer.end);
}

function expectSameJson(value: unknown, name = "value"): void {
  expect(written(value, name)).toBe(JSON.stringify({ first: 0, [name]: value }));
}

const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\n", "\0", "\u001f", "\u007f", "ü", "→"),
    maxLength: 90,
  }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 90 }),
);

class Measure {
  readonly unit = "ms";
  get size(): number {
    return 1;
  }
}

/** What JSON has no words for, or says in another way than by its members. */
const odd = fc.constantFrom<unknown>(
  undefined,
  () => 0,
  Symbol("s"),
  new Date(0),
  new Map([[1, 2]]),
  new Measure(),
  Object.create({ inherited: 1 }),
  Object.assign(Object.create(null), { own: 1 }),
  Object("boxed"),
  Object.assign([1], { more: 2 }),
  { toJSON: (name: string) => `by ${name}` },
  { toJSON: "a text" },
  new Array(2),
  -0,
  NaN,
  Infinity,
);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    texts,
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    odd,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 5 }),
  ),
}));

test("a value is written as JSON.stringify says it", () => {
  fc.assert(fc.property(anyValue, texts, (value, name) => expectSameJson(value, name)));
});

test("a text of any length is written as JSON.stringify says it", () => {
  for (const unit of ["a", "ü", "→", "😀", "😀a", "\n", "\u0001", "ab\\"]) {
    for (const length of [
      0, 1, 3, 4, 47, 48, 49, 50, 51, 65_535, 65_536, 65_538, 65_540, 196_611,
    ]) {
      expectSameJson(unit.repeat(length).slice(0, length));
    }
  }
});

test("a value of any depth is written as JSON.stringify says it", () => {
  let value: unknown = {};
  for (let depth = 0; depth < 200; depth += 1) {
    value = depth % 2 === 0 ? [value] : { value };
    expectSameJson(value);
  }
});

test("a value that holds itself is refused as JSON.stringify refuses it", () => {
  const value: unknown[] = [];
  value.push({ value });
  expect(() => written(value)).toThrow(TypeError);
});

test("what all objects or lists inherit counts as it does for JSON.stringify", () => {
  for (const [prototype, name] of [
    [Object.prototype, "inherited"],
    [Array.prototype, "toJSON"],
  ] as const) {
    const value = () => "by the prototype";
    Object.defineProperty(prototype, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const [actual, expected] = [written([1]), JSON.stringify({ first: 0, value: [1] })];
    Reflect.deleteProperty(prototype, name);
    expect(actual).toBe(expected);
  }
});
