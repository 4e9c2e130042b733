import { describe, expect, test } from "vitest";
import { findLastTurnImages } from "../../src/reducers/counterpart.js";
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

describe("the images of the last turn (§9.4)", () => {
  test("they stand in the newest output, before items that are neither output nor boundary", () => {
    const last = [assistant("x"), environment, searchOutput("s")];
    expect(findLastTurnImages(entriesOf(user("x"), output("a", [image]), ...last))).toBe(1);
  });

  test("§6.5: a custom tool's output counts like a function's", () => {
    expect(findLastTurnImages(entriesOf(output("a", [image]), customOutput("b", [image])))).toBe(1);
    expect(findLastTurnImages(entriesOf(output("a", [image]), customOutput("b")))).toBeNull();
  });

  test.each([
    ["the newest output has none", entriesOf(output("a", [image]), output("b", []))],
    ["the newest output is a text", entriesOf(output("a", [image]), output("b"))],
    ["a user spoke since", entriesOf(output("a", [image]), user("x"))],
    ["an agent spoke since", entriesOf(output("a", [image]), instruction(false))],
    ["a summary stands behind it", entriesOf(output("a", [image]), summary("x"))],
    ["only messages hold images", entriesOf(user(image))],
    ["the list is empty", []],
  ])("there are none when %s", (_, entries) => {
    expect(findLastTurnImages(entries)).toBeNull();
  });
});
