import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { lengthsOf } from "../../bench/lengths.js";
import { readOptions } from "../../bench/options.js";
import { rowNames } from "../../bench/rows.js";

/** What is said about a command line that cannot be served. */
function refusal(words: readonly string[]): string {
  let said = "";
  expect(() => readOptions(words, (text) => (said += text))).toThrow(CommanderError);
  return said;
}

test("without words every row runs, at full length, but those that take long", () => {
  const rows = rowNames().filter((name) => name !== "growth" && name !== "load");
  expect(readOptions([])).toEqual({ quick: false, rows, only: "" });
});

test("one size of the row growth is taken, if a shape has it", () => {
  expect(readOptions(["--row", "growth", "--size", "10000"])).toMatchObject({ size: 10_000 });
  expect(refusal(["--size", "9999"])).toMatch(/sizes are 100, 1000, 10000, /);
});

test("the rows that are named run, in the order in which they are named", () => {
  const words = ["--quick", "--row", "resume", "--row", "append"];
  expect(readOptions(words)).toMatchObject({ quick: true, rows: ["resume", "append"] });
});

test("an unknown row is refused, and the nearest ones are named", () => {
  expect(refusal(["--row", "apend"])).toMatch(/'apend' is invalid\. did you mean append or /);
});

test("an unknown flag is refused, and the nearest one is named", () => {
  expect(refusal(["--quik"])).toMatch(/unknown option '--quik'[^]*--quick/);
});

test.each(["ten", "", "-5", "12.5", "10"])("%j is no length of a thread", (text) => {
  expect(refusal(["--items", text])).toMatch(/a whole number from 1000 on/);
});

test("a quick run has no thread as long as those of a full run's budgets", () => {
  const [quick, full] = [lengthsOf({ isQuick: true }), lengthsOf({ isQuick: false })];
  expect(Math.max(...quick.sizes)).toBeLessThan(full.items);
  expect(full.sizes).toEqual([1_000, 10_000, 100_000, 1_000_000]);
});

test.each([undefined, 1_000, 3_000, 100_000])(
  "the large thread of %j items is one of the lengths",
  (items) => {
    const lengths = [true, false].map((isQuick) => lengthsOf({ isQuick, items }));
    for (const { sizes, items: large } of lengths) {
      expect(sizes).toContain(large);
      expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    }
  },
);
