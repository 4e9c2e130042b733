import { describe, expect, test } from "vitest";
import type { Item } from "../../src/events/item.js";
import { findRefusedImages } from "../../src/reducers/counterpart.js";
import {
  assistant,
  customOutput,
  entriesOf,
  environment,
  image,
  instruction,
  output,
  searchOutput,
  summary,
  user,
} from "./entries.js";

/** With no answer in the running turn, unless one is named. */
function found(items: readonly Item[], answer?: Item): number | null {
  return findRefusedImages(entriesOf(...items), ({ item }) => item === answer);
}

describe("the images that a provider may have refused (§9.4)", () => {
  const seen = output("a", [image]);

  test.each<[string, readonly Item[]]>([
    ["items that are neither output nor message", [seen, searchOutput("s")]],
    ["messages without images", [seen, assistant("x"), environment, user("x"), summary("x")]],
    ["an agent's instruction", [seen, instruction(false)]],
    ["an output that is a text", [seen, output("b")]],
    ["a list without images", [seen, output("b", [])]],
    ["a custom tool's text", [seen, customOutput("b")]],
  ])("stand in the newest output that has any, before %s", (_, items) => {
    expect(found([user("x"), ...items])).toBe(1);
  });

  test("§6.5: a custom tool's output counts like a function's", () => {
    expect(found([seen, customOutput("b", [image])])).toBe(1);
  });

  const answer = assistant("I see.");
  test.each<[string, readonly Item[]]>([
    ["the turn's model has answered since", [seen, answer, output("b")]],
    ["a message holds images since", [seen, user(image)]],
    ["only messages hold images", [user(image)]],
    ["the list is empty", []],
  ])("there are none when %s", (_, items) => {
    expect(found(items, answer)).toBeNull();
  });
});
