import fc from "fast-check";
import { expect, test } from "vitest";
import { foundLines } from "../../../src/cli/search/found-lines.js";
import { columnsOf } from "../../../src/cli/output/layout.js";
import { utcTimes } from "../../../src/projections/figures.js";

const MARK = /«([^»]*)»/g;

function linesOf(
  excerpt: string,
  places: readonly { from: number; to: number }[],
  columns: number,
) {
  const mark = (text: string): string => `«${text}»`;
  const same = (text: string): string => text;
  const styles = { bold: same, dim: same, red: same, green: same, yellow: mark, blue: same };
  const output = { columns, styles: { ...styles, magenta: same, cyan: same }, times: utcTimes };
  const hit = {
    ...{ offset: 7, at: "2026-04-01T00:00:00.000Z", speaker: "output" as const, tool: "bash" },
    ...{ excerpt, places, isCut: { before: true, after: true } },
  };
  const session = { threadId: null, title: "A title", tool: "pi", cwd: "/p" };
  return [...foundLines({ name: "/s.jsonl", path: "/s.jsonl", session, hits: [hit] }, output)];
}

test("a hit is marked, on a line that fits", () => {
  const text = fc.string({
    unit: fc.constantFrom(..."ab \n日é😀\x1b[1m".split(" ")),
    maxLength: 200,
  });
  const property = fc.property(
    text,
    text,
    fc.integer({ min: 40, max: 120 }),
    (before, after, columns) => {
      const from = before.length;
      const [, , , line = ""] = linesOf(
        `${before}needle${after}`,
        [{ from, to: from + 6 }],
        columns,
      );
      expect(columnsOf(line.replace(MARK, "$1"))).toBeLessThanOrEqual(columns);
      expect([...line.matchAll(MARK)].map(([, marked]) => marked)).toEqual(["needle"]);
    },
  );
  fc.assert(property);
});

test("several hits are marked, one within another once", () => {
  const lines = linesOf(
    "say a b, a b",
    [
      { from: 4, to: 7 },
      { from: 6, to: 7 },
      { from: 9, to: 12 },
    ],
    80,
  );
  expect(lines).toEqual([
    "A title",
    "  /s.jsonl  pi  /p",
    "      #7  2026-04-01 00:00:00  output  bash",
    "          …say «a b», «a b»…",
  ]);
});
