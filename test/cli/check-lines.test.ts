import { utcTimes } from "../../src/projections/figures.js";
import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { checkLines } from "../../src/cli/check/check-sessions.js";
import type { Output } from "../../src/cli/output/output.js";
import type { InvariantReport } from "../../src/testing/invariants/invariant-report.js";

const output: Output = {
  ...{
    columns: 80,
    styles: createColors(false),
    times: utcTimes,
    text: () => undefined,
    json: () => undefined,
  },
  ...{
    keepUp: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    page: () => Promise.resolve(),
    close: () => Promise.resolve(),
  },
};

function linesOf(violations: number, times: number): string {
  const found = Array.from({ length: violations }, (_, index) => ({
    ...{ invariant: "log/ids-unique", offset: index, place: "id", message: "twice" },
    remedy: "draw another",
  }));
  const report: InvariantReport = {
    ...{ violations: found, events: 40, turnEnds: { checked: 3, all: 3 } },
    checks: [
      { invariant: "log/ids-unique", times, violations },
      { invariant: "log/lifetimes", times: 0, violations: 0 },
      { invariant: "log/readable", times: 7, violations: 0 },
    ],
  };
  return checkLines("a.jsonl", report, output).join("\n");
}

test("ten violations of an invariant are shown, and the others counted", () => {
  for (const [violations, more] of [
    [9, null],
    [10, null],
    [11, "and 1 more"],
    [1012, "and 1,002 more"],
  ] as const) {
    const text = linesOf(violations, 1);
    expect(text.match(/^ {4}#\d+ id: twice$/gm)).toHaveLength(Math.min(violations, 10));
    expect(/and .* more/.exec(text)?.[0] ?? null).toBe(more);
    expect(text).toContain("remedy: draw another");
  }
});

test("idle is what was not asked and is not broken", () => {
  expect(linesOf(1, 0)).toMatch(/idle +log\/lifetimes$/m);
  expect(linesOf(0, 0)).toMatch(/idle +log\/ids-unique, log\/lifetimes$/m);
});
