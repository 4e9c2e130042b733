import fc from "fast-check";
import { expect, test } from "vitest";
import { statsReport } from "../../../src/projections/stats/stats-report.js";
import {
  addSize,
  emptySizes,
  emptyTally,
  mergeTallies,
  sizeQuantile,
} from "../../../src/projections/stats/tally.js";
import { tallies } from "./tally-arbitrary.js";

test("merging is associative and commutative, and nothing is the tally of no threads", () => {
  fc.assert(
    fc.property(tallies, tallies, tallies, (one, two, three) => {
      const left = mergeTallies(mergeTallies(one, two), three);
      expect(mergeTallies(one, mergeTallies(two, three))).toEqual(left);
      expect(mergeTallies(three, mergeTallies(two, one))).toEqual(left);
      expect(mergeTallies(one, emptyTally())).toEqual(one);
    }),
  );
});

test("merging changes neither tally", () => {
  fc.assert(
    fc.property(tallies, tallies, (one, two) => {
      const [before, beforeToo] = [structuredClone(one), structuredClone(two)];
      mergeTallies(one, two);
      expect([one, two]).toEqual([before, beforeToo]);
    }),
  );
});

test("totals are the same by model, by day, and over all", () => {
  fc.assert(
    fc.property(tallies, (tally) => {
      const { tokens, models, days } = statsReport(tally);
      const sum = (rows: readonly { readonly total: number }[]): number =>
        rows.reduce((total, row) => total + row.total, 0);
      expect(sum(models)).toBe(tokens.total);
      expect(sum(days)).toBe(tokens.total);
      for (const day of days) expect(sum(day.models)).toBe(day.total);
    }),
  );
});

test("a quantile of sizes is within 1 % of the size of that rank", () => {
  const sizes = fc.array(fc.oneof(fc.nat(300), fc.nat(50_000_000)), { minLength: 1 });
  fc.assert(
    fc.property(sizes, fc.constantFrom(0.5, 0.95, 1), (list, share) => {
      const histogram = emptySizes();
      for (const size of list) addSize(histogram, size);
      const sorted = list.toSorted((one, other) => one - other);
      const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? 0;
      const found = sizeQuantile(histogram, share);
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.01 + 0.5);
      expect(histogram.bytes).toBe(list.reduce((total, size) => total + size, 0));
      expect(histogram.maxBytes).toBe(Math.max(...list));
    }),
  );
});
