import fc from "fast-check";
import { expect, test } from "vitest";
import { statsReport } from "../../../src/projections/stats/stats-report.js";
import { type Times, utcTimes } from "../../../src/projections/figures.js";
import {
  SPEND_CUTS,
  type SpendCut,
  spendGroups,
} from "../../../src/projections/stats/spend-groups.js";
import {
  addSize,
  addSpend,
  emptySizes,
  emptySpend,
  emptyTally,
  mergeTallies,
  sizeQuantile,
} from "../../../src/projections/stats/tally.js";
import { tallies } from "./tally-arbitrary.js";

/** Times of a zone that is so many minutes before UTC. */
function eastOf(minutes: number): Times {
  const shifted = (at: string) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  return { zone: `UTC+${minutes}`, time: (at) => utcTimes.time(shifted(at)) };
}

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

test.each(SPEND_CUTS)("tokens, requests and money by %s add up to the whole", (cut) => {
  const zones = fc.constantFrom<Times>(utcTimes, eastOf(45), eastOf(-8 * 60));
  fc.assert(
    fc.property(tallies, tallies, tallies, zones, (one, two, three, times) => {
      const tally = mergeTallies(mergeTallies(one, two), three);
      const { tokens } = statsReport(tally, times);
      const groups = spendGroups(tally, cut, times);
      const sum = emptySpend();
      for (const group of groups) addSpend(sum, { ...group, cost: group.cost ?? 0 });
      expect({ ...sum, cost: tokens.cost === null ? null : sum.cost }).toEqual(tokens);
      expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    }),
  );
});

test("days, weeks and months are those of the zone, and a window begins with an hour", () => {
  const tally = emptyTally();
  const spend = { ...emptySpend(), requests: 1, total: 1, cost: 0.5 };
  for (const slot of ["2026-03-01T22:30", "2026-03-02T02:45", "2026-03-02T03:30"]) {
    tally.spend.set(`${slot}gpt-5`, spend);
  }
  const names = (cut: SpendCut, times: Times) =>
    spendGroups(tally, cut, times).map(({ name, requests }) => [name, requests]);
  expect(names("day", utcTimes)).toEqual([
    ["2026-03-01", 1],
    ["2026-03-02", 2],
  ]);
  expect(names("day", eastOf(90))).toEqual([["2026-03-02", 3]]);
  expect(names("month", eastOf(-24 * 60))).toEqual([
    ["2026-02", 1],
    ["2026-03", 2],
  ]);
  expect(names("week", utcTimes)).toEqual([
    ["2026-02-23", 1],
    ["2026-03-02", 2],
  ]);
  expect(names("window", utcTimes)).toEqual([
    ["2026-03-01T22:00:00.000Z", 2],
    ["2026-03-02T03:00:00.000Z", 1],
  ]);
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
