import { expect, test } from "vitest";
import { survivingRanges } from "../../src/reducers/spine.js";

test("without a rollback everything survives", () => {
  expect(survivingRanges([], 9)).toEqual([{ from: 0, to: 9 }]);
});

test("a rollback discards what lies between its target and itself", () => {
  expect(survivingRanges([{ offset: 6, to: 3 }], 9)).toEqual([
    { from: 0, to: 3 },
    { from: 6, to: 9 },
  ]);
});

test("a rollback of a rollback brings back what the first one discarded", () => {
  const rollbacks = [
    { offset: 6, to: 3 },
    { offset: 8, to: 5 },
  ];
  expect(survivingRanges(rollbacks, 9)).toEqual([
    { from: 0, to: 5 },
    { from: 8, to: 9 },
  ]);
});

test("rollbacks add up, and one that lies behind the end does not count", () => {
  const rollbacks = [
    { offset: 4, to: 2 },
    { offset: 7, to: 5 },
    { offset: 9, to: 0 },
  ];
  expect(survivingRanges(rollbacks, 8)).toEqual([
    { from: 0, to: 2 },
    { from: 4, to: 5 },
    { from: 7, to: 8 },
  ]);
});
