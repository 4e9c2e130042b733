import { expect, test } from "vitest";
import { rememberingEstimator } from "../../../src/runtime/conversation/room.js";

test("texts that are asked for in turns, and items, are counted once", () => {
  const counted: unknown[] = [];
  const estimator = rememberingEstimator({
    name: "counting",
    text: (text) => counted.push(text),
    item: (item) => counted.push(item),
  });
  const item = { type: "message" as const, role: "user", content: [] };
  for (let round = 0; round < 3; round++) {
    expect(estimator.text("the system prompt")).toBe(1);
    expect(estimator.text("the tools")).toBe(2);
    expect(estimator.item(item, 10)).toBe(3);
  }
  expect(counted).toEqual(["the system prompt", "the tools", item]);
});
