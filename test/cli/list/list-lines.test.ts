import fc from "fast-check";
import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { groupedRows, plainRows, rowLines, shortIds } from "../../../src/cli/list/row-lines.js";
import { columnsOf, excerpt } from "../../../src/cli/output/layout.js";
import { utcTimes } from "../../../src/projections/figures.js";
import type { ThreadSummary } from "../../../src/sessions/listing/thread-summary.js";
import { summary } from "./thread-summary.js";

const PLAIN = { styles: createColors(false), times: utcTimes, excerpt, columnsOf };

function linesOf(thread: Partial<ThreadSummary>, columns = 80): readonly string[] {
  return plainRows([summary(thread)]).flatMap((row) =>
    rowLines(row, (id) => id.slice(0, 10), { columns, ...PLAIN }),
  );
}

function groupedLines(...threads: readonly Partial<ThreadSummary>[]): readonly string[] {
  const rows = groupedRows(threads.map((one, index) => summary({ path: `${index}`, ...one })));
  return rows.map((row) => rowLines(row, (id) => id, { columns: 500, ...PLAIN }).join("\n"));
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

test("a thread's times say the day once where it is one day", () => {
  const createdAt = "2026-04-01T10:00:00.000Z";
  const timesUntil = (updatedAt: string) => linesOf({ createdAt, updatedAt })[1];
  expect(timesUntil("2026-04-01T10:00:30.000Z")).toContain("2026-04-01 10:00  3 turns");
  expect(timesUntil("2026-04-01T11:30:00.000Z")).toContain("2026-04-01 10:00 – 11:30  ");
  expect(timesUntil("2026-04-02T11:30:00.000Z")).toContain("– 2026-04-02 11:30  ");
});

test("what nothing was reported of has no cost, not even none", () => {
  const [, line = ""] = linesOf({ tokens: 0, cost: null });
  expect(line).toContain("3 turns  no tokens reported  2.0 KB");
});

test("figures, tool, model and folder are all shown, on as many lines as they need", () => {
  const [, whole = ""] = linesOf({ tool: "claude-code", isArchived: true }, 300);
  expect(whole.trim().split("  ")).toEqual([
    ...["01KN6MM6TR", "2026-04-01 10:00 – 11:00", "3 turns", "1.2k tokens", "$1.25", "2.0 KB"],
    ...["Claude Code, imported", "archived", "gpt-5.2", "/srv/tide"],
  ]);
  for (let columns = 30; columns <= 120; columns++) {
    const [, ...lines] = linesOf({ tool: "claude-code", isArchived: true }, columns);
    expect(lines.map((line) => line.trim()).join("  ")).toBe(whole.trim());
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  }
});

test("a folder that is longer than a line is not cut", () => {
  const cwd = `/srv/${"tide/".repeat(30)}`;
  expect(linesOf({ cwd }).at(-1)?.trim()).toBe(cwd);
});

test("the forks of an experiment are one row, at the place of the newest", () => {
  const experiment = { name: "rules-late", variant: "a", base: "BASE" };
  const fork = { forkedFrom: { threadId: "BASE", offset: 3 }, tokens: 100, title: "tides" };
  const [first, second, ...others] = groupedLines(
    { threadId: "V1", experiment, ...fork },
    { threadId: "T2", title: "other" },
    { threadId: "V2", experiment: { ...experiment, variant: "b" }, ...fork },
    { threadId: "V3", experiment: { ...experiment, base: "ELSE" }, ...fork },
  );
  expect(first).toMatch(
    /^experiment rules-late: tides\n {2}BASE .* 2 forks {2}200 tokens {2}\$2\.50 {2}4\.0 KB/,
  );
  expect(second).toMatch(/^other\n/);
  expect(others).toHaveLength(1);
  expect(others[0]).toMatch(/^experiment rules-late, a: tides\n {2}V3 .* 3 turns .* a fork/);
});

test("the title that an experiment gives its forks is not said twice", () => {
  const experiment = { name: "late", variant: "a", base: "BASE" };
  const fork = { experiment, title: "late: a (2)" };
  expect(linesOf(fork)[0]).toBe("experiment late, a (2)");
  expect(groupedLines(fork, { experiment, title: "late: a" })[0]).toMatch(/^experiment late\n/);
  expect(linesOf({ experiment, title: "late: abc" })[0]).toBe("experiment late, a: late: abc");
});

test("sub-agents are in the row of the thread that spawned them, if that is listed", () => {
  const [session, ...others] = groupedLines(
    { threadId: "A2", parent: "A1", tokens: 10, title: "agent", updatedAt: "2026-04-01T12:00:00Z" },
    { threadId: "A1", parent: "S", tokens: 100, title: "agent" },
    { threadId: "S", title: "session", tokens: 1000 },
    { threadId: "A3", parent: "NONE", title: "agent" },
  );
  expect(session).toMatch(
    /^session\n {2}S {2}2026-04-01 10:00 – 12:00 .* 1\.1k tokens .* with 2 sub-agents/,
  );
  expect(others).toHaveLength(1);
  expect(others[0]).toMatch(/^agent\n.* a sub-agent/);
});

test("a cost of which a part is unknown is marked, one that is unknown is no figure, and one that is not counted is none", () => {
  const costOf = (cost: number | null, ...unpricedModels: string[]) =>
    linesOf({ cost, unpricedModels })[1]?.split("  ")[5];
  expect(costOf(1.25)).toBe("$1.25");
  expect(costOf(1.25, "house-model")).toBe("$1.25+");
  expect(costOf(null, "house-model")).toBe("?");
  expect(costOf(null)).toBe("2.0 KB");
});
