import { expect, test } from "vitest";
import { survivingRanges, survivorsOf } from "../../src/reducers/spine.js";

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

test("rollbacks add up, and one that lies after the end does not count", () => {
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

const offsets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

test("each discarded offset names the rollback that discards it", () => {
  const discardedBy = survivorsOf([{ offset: 6, to: 2 }]);
  expect(offsets.map(discardedBy)).toEqual([null, null, null, 6, 6, 6, null, null, null, null]);
});

test("a rollback that a newer one discards names no offset", () => {
  const discardedBy = survivorsOf([
    { offset: 6, to: 2 },
    { offset: 7, to: 5 },
  ]);
  expect(offsets.map(discardedBy)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    7,
    null,
    null,
    null,
  ]);
});

test("an older rollback that survives a newer one still names its own", () => {
  const discardedBy = survivorsOf([
    { offset: 3, to: 1 },
    { offset: 8, to: 5 },
  ]);
  expect(offsets.map(discardedBy)).toEqual([null, null, 3, null, null, null, 8, 8, null, null]);
});
