import stringWidth from "string-width";
import { expect, test } from "vitest";
import { DESIGN_BUDGETS, designed } from "../../bench/budgets.js";
import type { Outcome, PeerRun, Result } from "../../bench/outcome.js";
import { growthWords } from "../../bench/report/growth.js";
import { renderReport, reportTables } from "../../bench/report/report.js";
import type { Run } from "../../bench/run.js";

const MACHINE = { node: "v20.19.0", platform: "linux x64", processors: 2 };

function runOf(outcomes: readonly Outcome[], isWhole = true): Run {
  const lengths = { sizes: [1_000, 100_000], items: 100_000 };
  const at = "2026-04-01T12:00:00.000Z";
  return { at, seconds: 60, machine: MACHINE, isQuick: false, ...lengths, isWhole, outcomes };
}

function timed(items: number, measured: number): Result {
  return {
    ...{ name: `a cost, ${items} items`, unit: "ms", measured, floor: null, budget: {} },
    growth: { of: "a cost", items },
  };
}

function peerRun(members: Partial<PeerRun>): PeerRun {
  return {
    ...{ contender: "Refold", items: 1_000, compactions: false, stopped: null },
    ...{ figures: { turnMs: 0.5 }, ...members },
  };
}

test("a whole run has a line for each budget, measured or not", () => {
  const [budgets] = reportTables(runOf([]));
  const names = Object.keys(DESIGN_BUDGETS).map((name) => `${name} (left out: no row measured it)`);
  expect(budgets?.rows.map(([name]) => name)).toEqual(names);
});

test("budgets stand in the order of the table, whichever row measured them first", () => {
  const prompt: Result = { ...timed(1, 20), name: "prompt", ...designed("next prompt") };
  const replay: Result = { ...timed(1, 50), name: "replay", floor: 40, ...designed("full replay") };
  const [budgets] = reportTables(runOf([prompt, replay], false));
  expect(budgets?.rows).toEqual([
    ["replay", "50.0 ms", "40.0 ms", "1.25", `≤ ${DESIGN_BUDGETS["full replay"].ratio} ×`, "met"],
    ["prompt", "20.0 ms", "–", "–", `≤ ${DESIGN_BUDGETS["next prompt"].most} ms`, "met"],
  ]);
});

test("what was left out is said, with the reason", () => {
  const [others] = reportTables(runOf([{ name: "peers", leftOut: "not installed" }], false));
  expect(others?.rows[0]?.[0]).toBe("peers (left out: not installed)");
});

test("a cost at several lengths is one line, with how it grows", () => {
  const [growth] = reportTables(runOf([timed(100_000, 100), timed(1_000, 1)], false));
  expect(growth?.headings).toEqual(["what", "1k", "100k", "grows"]);
  expect(growth?.rows).toEqual([["a cost", "1.00 ms", "100 ms", "linearly"]]);
});

test("costs of another shape of session have a table of their own", () => {
  const chain = (items: number): Result => {
    return { ...timed(items, items), growth: { table: "chain", of: "a cost", items } };
  };
  const tables = reportTables(runOf([timed(1, 1), timed(2, 1), chain(1), chain(4)], false));
  expect(tables.map(({ title, headings }) => [title, headings[2]])).toEqual([
    ["By length of the thread, in items", "2"],
    ["chain", "4"],
  ]);
});

test.each([
  [1, "not"],
  [10, "linearly"],
  [100, "n^2.0"],
  [3, "n^0.5"],
])("what takes %d times as long for ten times the items grows %s", (factor, words) => {
  const points = [
    { items: 1_000, value: 2 },
    { items: 10_000, value: 2 * factor },
  ];
  expect(growthWords(points)).toBe(words);
});

test("one length says nothing about growth", () => {
  expect(growthWords([{ items: 1_000, value: 2 }])).toBe("–");
});

test("contenders stand beside each other at equal length only, and who stopped says where", () => {
  const stopped = peerRun({ contender: "other", figures: {}, stopped: "fill took over 90 s" });
  const runs = [peerRun({}), stopped, peerRun({ items: 10_000, figures: { turnMs: 0.5 } })];
  const [short, long, growth] = reportTables(runOf(runs, false));
  expect(short?.rows.map(([name]) => name)).toEqual([
    "Refold",
    "other (stopped: fill took over 90 s)",
  ]);
  expect(long?.title).toBe("Side by side, 10k items");
  expect(long?.rows.map(([name]) => name)).toEqual(["Refold"]);
  expect(growth?.rows.map((row) => row.slice(0, 2))).toEqual([
    ["Refold", "not"],
    ["other", "–"],
  ]);
});

test("the budgets' table fits a terminal of 80 columns", () => {
  const name = "a driven turn of three small items, durability turn, and much more to say about it";
  const wide: Result = {
    name,
    unit: "bytes",
    measured: 2_000,
    floor: 1_900,
    budget: { most: 2_048 },
  };
  const lines = renderReport(runOf([wide, timed(1_000, 1), timed(100_000, 2)]), 80).split("\n");
  const tooWide = lines.slice(3).filter((line) => stringWidth(line) > 80);
  expect(tooWide).toEqual([]);
});
