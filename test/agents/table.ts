import { compared, isEqual, type JudgedScenario } from "./verdict.js";

/** Programs across, scenarios down; a cell says how many requests of how many are equal. */
export function tableText(judged: readonly JudgedScenario[]): string {
  const programs = [...new Set(judged.map(({ program }) => program))];
  const scenarios = [...new Set(judged.map(({ scenario }) => scenario))];
  const rows = scenarios.map((scenario) => [
    scenario,
    ...programs.map((program) => {
      const one = judged.find((each) => each.program === program && each.scenario === scenario);
      return one === undefined ? "" : cell(one);
    }),
  ]);
  const sums = programs.map((program) => {
    const own = judged.filter((one) => one.program === program && one.outcome !== "not offered");
    return `${own.filter(isEqual).length} of ${own.length}`;
  });
  return grid([["scenario", ...programs], ...rows, ["equal", ...sums]]);
}

function cell(one: JudgedScenario): string {
  if (one.outcome === "not offered") return "–";
  const all = compared(one);
  const equal = all.filter(({ comparison }) => comparison.verdict === "equal").length;
  const regrouped = all.filter(({ comparison }) => comparison.verdict === "regrouped").length;
  const mark = one.outcome === "failed" ? "!" : "";
  return `${mark}${equal}${regrouped > 0 ? `+${regrouped}` : ""}/${all.length}`;
}

/** The differences by cause, the most frequent first, each with the first place that shows it. */
export function causeText(judged: readonly JudgedScenario[]): string {
  const causes = new Map<string, { count: number; cells: Set<string>; example: string }>();
  for (const one of judged) {
    for (const { comparison, folder } of compared(one)) {
      for (const { signature } of comparison.differences) {
        const key = `${one.program.replace(/-[\d.]+/, "")}: ${signature}`;
        const cause = causes.get(key) ?? { count: 0, cells: new Set(), example: folder };
        cause.count += 1;
        cause.cells.add(`${one.program} ${one.scenario}`);
        causes.set(key, cause);
      }
    }
  }
  const sorted = [...causes].sort(([, a], [, b]) => b.cells.size - a.cells.size);
  return sorted
    .map(([key, { count, cells, example }]) => `${cells.size} (${count})  ${key}\n    ${example}\n`)
    .join("");
}

function grid(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
