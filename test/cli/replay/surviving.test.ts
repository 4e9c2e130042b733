import { expect, test } from "vitest";
import { survivorsOf } from "../../../src/cli/replay/survey.js";

const offsets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

test("a rollback discards what lies between its target and itself", () => {
  const discardedBy = survivorsOf([{ offset: 6, to: 2 }]);
  expect(offsets.map(discardedBy)).toEqual([null, null, null, 6, 6, 6, null, null, null, null]);
});

test("a rollback of a rollback brings back what the first one discarded", () => {
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

test("an older rollback that survives a newer one still counts", () => {
  const discardedBy = survivorsOf([
    { offset: 3, to: 1 },
    { offset: 8, to: 5 },
  ]);
  expect(offsets.map(discardedBy)).toEqual([null, null, 3, null, null, null, 8, 8, null, null]);
});
