import { expect, test } from "vitest";
import { parseJson } from "../../src/events/json.js";
import { itemWords } from "../../src/projections/item-words.js";

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test("what nests too deeply to be written again is no JSON", () => {
  expect(JSON.stringify(parseJson(nested(1_000)))).toBe(nested(1_000));
  expect(parseJson(nested(100_000))).toBeUndefined();
});

test("arguments that nest too deeply are shown as they stand", () => {
  const text = nested(100_000);
  const call = { type: "function_call", name: "x", arguments: text, call_id: "c" } as const;
  expect(itemWords(call)).toBe(text);
});
