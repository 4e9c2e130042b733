import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCounterpart, removeFirst } from "../../src/reducers/counterpart.js";
import { SharedSequence } from "../../src/reducers/sequence.js";
import { ledgerItems } from "../../src/testing/arbitraries/items.js";
import {
  assistant,
  call,
  customCall,
  customOutput,
  entriesOf,
  output,
  searchCall,
  searchOutput,
  shellCall,
  user,
} from "./entries.js";

describe("counterparts (§9.3)", () => {
  test.each([
    ["a function call", entriesOf(call("a"), output("b"), output("a"), output("a")), 0, 2],
    ["an output, the first call", entriesOf(call("a"), call("a"), output("a")), 2, 0],
    ["an output, a shell call", entriesOf(shellCall("a"), output("a")), 1, 0],
    ["an output, a function call first", entriesOf(shellCall("a"), call("a"), output("a")), 2, 1],
    ["a shell call", entriesOf(shellCall("a"), output("a")), 0, 1],
    ["a custom call", entriesOf(customCall("a"), output("a"), customOutput("a")), 0, 2],
    ["a custom output", entriesOf(call("a"), customCall("a"), customOutput("a")), 2, 1],
    ["a search call", entriesOf(searchCall("a"), searchOutput("a")), 0, 1],
    ["a search output", entriesOf(searchCall("a"), searchOutput("a")), 1, 0],
    ["an output before its call", entriesOf(output("a"), call("a")), 0, 1],
  ])("of %s", (_, entries, index, expected) => {
    expect(findCounterpart(entries, index)).toBe(expected);
  });

  test.each([
    ["null ids", entriesOf(searchCall(null), searchOutput(null)), 0],
    ["a shell call without an id", entriesOf(shellCall(null), output("a")), 0],
    ["another kind", entriesOf(call("a"), customOutput("a")), 0],
    ["a message", entriesOf(user("a"), assistant("a")), 0],
    ["an index outside", entriesOf(call("a"), output("a")), 5],
  ])("there is none for %s", (_, entries, index) => {
    expect(findCounterpart(entries, index)).toBeNull();
  });
});

describe("removing the first (§9.1)", () => {
  test("the counterpart goes along", () => {
    const entries = entriesOf(call("a"), user("x"), output("a"), call("b"), output("b"));
    expect(removeFirst(entries)).toEqual([0, 2]);
  });

  test("nothing goes from an empty list", () => {
    expect(removeFirst([])).toEqual([]);
  });

  test("one or two items go, the first itself among them; a sequence is read like an array", () => {
    fc.assert(
      fc.property(fc.array(ledgerItems(), { minLength: 1, maxLength: 12 }), (items) => {
        const entries = entriesOf(...items);
        const first = removeFirst(entries);
        expect(first[0]).toBe(0);
        expect(first.length).toBeLessThanOrEqual(2);
        expect(removeFirst(SharedSequence.of(entries))).toEqual(first);
      }),
    );
  });
});
