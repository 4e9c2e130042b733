import fc from "fast-check";
import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { shortIds, threadLines } from "../../../src/cli/commands/list.js";
import { excerpt } from "../../../src/cli/output/layout.js";
import { utcTimes } from "../../../src/projections/figures.js";
import type { ThreadSummary } from "../../../src/sessions/listing/thread-summary.js";
import { summary } from "./thread-summary.js";

function linesOf(thread: Partial<ThreadSummary>, columns = 80): readonly string[] {
  const width = { columns, styles: createColors(false), times: utcTimes, excerpt };
  return threadLines(summary(thread), "01KN6MM6TR", width);
}

test("a short id begins one thread's id and no other's, and has ten characters at least", () => {
  const tails = fc.stringMatching(/^[AB]{6}$/).map((tail) => `01KN6MM6TRFAHVDH0DBT${tail}`);
  const property = fc.property(fc.uniqueArray(tails, { minLength: 1 }), (ids) => {
    const short = shortIds(ids);
    expect([...short.keys()].toSorted()).toEqual(ids.toSorted());
    for (const [id, start] of short) {
      expect(ids.filter((other) => other.startsWith(start))).toEqual([id]);
      expect(start.length).toBeGreaterThanOrEqual(10);
      const isShorter =
        start.length > 10 &&
        ids.some((other) => other.startsWith(start.slice(0, -1)) && other !== id);
      expect(start.length === 10 || isShorter).toBe(true);
    }
  });
  fc.assert(property);
});

test("a thread's times say the day once where it is one day", async () => {
  const createdAt = "2026-04-01T10:00:00.000Z";
  const timesUntil = (updatedAt: string) => linesOf({ createdAt, updatedAt })[1];
  expect(timesUntil("2026-04-01T10:00:30.000Z")).toContain("2026-04-01 10:00  3 turns");
  expect(timesUntil("2026-04-01T11:30:00.000Z")).toContain("2026-04-01 10:00 – 11:30  ");
  expect(timesUntil("2026-04-02T11:30:00.000Z")).toContain("– 2026-04-02 11:30  ");
});

test("figures are left out from the end where they do not fit, and none that does", async () => {
  const [, whole = ""] = linesOf({}, 100);
  expect(whole.endsWith("  gpt-5.2")).toBe(true);
  for (let columns = 20; columns <= 100; columns++) {
    const [, line = ""] = linesOf({}, columns);
    expect(line.length).toBeLessThanOrEqual(columns);
    expect(whole.startsWith(line)).toBe(true);
    const next = /^ {2}\S+(?: \S+)*/.exec(whole.slice(line.length))?.[0] ?? "";
    expect(next === "" || line.length + next.length > columns).toBe(true);
  }
});
