import fc from "fast-check";
import { expect, test } from "vitest";
import { compareVariants } from "../../src/experiments/compare-variants.js";
import type { VariantMeasures, VariantResult } from "../../src/experiments/experiment.js";

const base = { threadId: "01J00000000000000000000000", offset: 7 };
const nothing: VariantMeasures = {
  ...{ inputTokens: 0, cachedTokens: 0, outputTokens: 0, requests: 0, compactions: 0 },
  ...{ forgottenBytes: 0, toolCalls: {}, timeMs: null, firstDifference: null, parts: {} },
  ...{ repairs: {}, keptCache: 1, body: null, own: {} },
};

/** Some of the names are those that every object inherits. */
const tools = fc.dictionary(fc.constantFrom("shell", "constructor", "__proto__"), fc.nat(9));
const measures = fc
  .record({ inputTokens: fc.nat(9), cachedTokens: fc.nat(9), toolCalls: tools })
  .map((some): VariantMeasures => ({ ...nothing, ...some }));
const variants = fc.dictionary(
  fc.constantFrom("a", "b", "c"),
  fc.array(measures, { minLength: 1, maxLength: 5 }),
  { minKeys: 1 },
);

function compare(
  measured: Readonly<Record<string, readonly VariantMeasures[]>>,
  mode: "project" | "run" = "run",
) {
  const results = Object.entries(measured).flatMap(([variant, list]) =>
    list.map((one, index): VariantResult => {
      const place = { variant, repetition: index + 1, seed: index, threadId: `${variant}${index}` };
      return { ...place, outcome: "done", failure: null, measures: one };
    }),
  );
  return compareVariants({
    name: "any",
    mode,
    base: { ...base, measures: nothing, end: 9 },
    results,
  });
}

test("half of a variant's repetitions are not above the median, and half not below it", () => {
  const property = fc.property(variants, (measured) => {
    for (const { variant, figures, done } of compare(measured).rows.slice(1)) {
      const values = (measured[variant ?? ""] ?? []).map(({ inputTokens }) => inputTokens);
      const { median = NaN, least, most } = figures["inputTokens"] ?? {};
      expect(values.filter((value) => value <= median).length * 2).toBeGreaterThanOrEqual(done);
      expect(values.filter((value) => value >= median).length * 2).toBeGreaterThanOrEqual(done);
      expect([least, most]).toEqual([Math.min(...values), Math.max(...values)]);
    }
  });
  fc.assert(property);
  const [, row] = compare({ a: [1, 4].map((inputTokens) => ({ ...nothing, inputTokens })) }).rows;
  expect(row?.figures["inputTokens"]).toEqual({ median: 2.5, least: 1, most: 4 });
});

test("a tool that a repetition did not call counts there as called no times, whatever its name", () => {
  const property = fc.property(variants, (measured) => {
    for (const { variant, toolCalls } of compare(measured).rows.slice(1)) {
      const called = (measured[variant ?? ""] ?? []).map((one) => Object.entries(one.toolCalls));
      expect(Object.keys(toolCalls)).toEqual(
        [...new Set(called.flat().map(([tool]) => tool))].toSorted(),
      );
      for (const [tool, { least, most }] of Object.entries(toolCalls)) {
        const counts = called.map((calls) => calls.find(([name]) => name === tool)?.[1] ?? 0);
        expect([least, most]).toEqual([Math.min(...counts), Math.max(...counts)]);
      }
    }
  });
  fc.assert(property);
});

test("the best and the worst of a metric are apart, and nothing lies outside of them", () => {
  const property = fc.property(variants, (measured) => {
    const { metrics, rows } = compare(measured);
    const medians = (name: string, among: readonly string[] | null) =>
      rows
        .slice(1)
        .filter(({ variant }) => among === null || among.includes(variant ?? ""))
        .map(({ figures }) => figures[name]?.median ?? NaN);
    for (const { name, better, best, worst } of metrics) {
      if (best.length === 0) {
        expect(worst).toEqual([]);
        const same = better !== null && name !== "timeMs" && name !== "cachedShare";
        if (same) expect(new Set(medians(name, null)).size).toBe(1);
        continue;
      }
      const ends = [medians(name, best), medians(name, worst)].map((list) => new Set(list));
      expect(ends.map(({ size }) => size)).toEqual([1, 1]);
      const [[least = NaN] = [], [most = NaN] = []] = better === "less" ? ends : ends.toReversed();
      expect(least).toBeLessThan(most);
      const known = medians(name, null).filter((median) => !Number.isNaN(median));
      expect([Math.min(...known), Math.max(...known)]).toEqual([least, most]);
    }
  });
  fc.assert(property);
});

test("a metric of your own that a repetition knows nothing of has no figure, whatever its name", () => {
  const results = [
    {
      ...{ variant: "a", repetition: 1, seed: 1, threadId: "a" },
      ...{ outcome: "done" as const, failure: null, measures: nothing },
    },
  ];
  const asked = { name: "any", mode: "run" as const, results };
  const about = { ...asked, base: { ...base, measures: nothing, end: 9 } };
  const { rows } = compareVariants(about, { constructor: { better: "less" as const } });
  expect(rows.map(({ figures }) => figures["constructor"])).toEqual([null, null]);
});

test("a comparison of prompts alone has the share that is kept, and nothing of what is cached", () => {
  const names = (mode: "project" | "run") =>
    compare({ a: [nothing] }, mode).metrics.map(({ name }) => name);
  expect(names("project")).toEqual([
    ...names("run").filter((name) => !name.startsWith("cached")),
    "keptCache",
  ]);
  expect(names("run")).toEqual(expect.arrayContaining(["cachedTokens", "cachedShare"]));
});

test("where every cost is known it says which variant is cheaper, and tokens alone do not", () => {
  const cheap = { ...nothing, inputTokens: 20_000, cachedTokens: 19_000, cost: 0.01 };
  const short = { ...nothing, inputTokens: 12_000, cachedTokens: 2000, cost: 0.02 };
  const metric = (measured: Parameters<typeof compare>[0], name: string) =>
    compare(measured).metrics.find((one) => one.name === name);
  const priced = { base: [cheap], short: [short] };
  const withBase = compareVariants({
    ...{ name: "any", mode: "run", results: [] },
    base: { ...base, measures: { ...nothing, cost: 0.01 }, end: 9 },
  });
  expect(withBase.metrics.find(({ name }) => name === "inputTokens")?.better).toBeNull();
  expect(metric(priced, "cost")).toMatchObject({ best: ["base"], worst: ["short"] });
  expect(
    metric({ cheap: [{ ...cheap, cost: null }], short: [short] }, "inputTokens"),
  ).toMatchObject({
    ...{ better: "less", best: ["short"], worst: ["cheap"] },
  });
});

test("a variant that compacts in every second request is warned of", () => {
  const warnings = (compactions: number, requests: number) =>
    compare({ a: [{ ...nothing, compactions, requests }] }).rows[1]?.warnings;
  expect(warnings(4, 8)).toEqual([
    "compacts in every second request or more often: 4 compactions in 8 requests",
  ]);
  expect(warnings(3, 8)).toEqual([]);
  expect(warnings(1, 1)).toEqual([]);
});
