import { expect, test } from "vitest";
import { counted } from "../../src/cli/output/figures.js";
import { nounFor } from "../../src/projections/display-text.js";
import { renderStatsHtml } from "../../src/projections/stats/render-stats-html.js";
import { statsReport } from "../../src/projections/stats/stats-report.js";
import { emptyTally } from "../../src/projections/stats/tally.js";
import { describeFact } from "../../src/projections/transcript/transcript.js";

test("one of a thing is not several", () => {
  expect([0, 1, 2].map((count) => nounFor(count, "item"))).toEqual(["items", "item", "items"]);
  expect([counted(1, "match", "matches"), counted(1_000, "match", "matches")]).toEqual([
    "1 match",
    "1,000 matches",
  ]);
  const cleared = (refs: number[]) =>
    describeFact({ type: "outputs.cleared", data: { refs, placeholder: "", historyVersion: 1 } });
  expect(cleared([3])?.text).toBe("1 output cleared");
  expect(cleared([3, 4])?.text).toBe("2 outputs cleared");
  const page = renderStatsHtml({ ...statsReport(emptyTally()), threads: 1, turns: 1, forks: 2 });
  expect(page).toContain("1 thread, ");
  expect(page).toContain("1 turn, 0 events");
  expect(page).toContain("2 forks");
});
