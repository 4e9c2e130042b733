import type { Result } from "./row.js";

const HEADINGS = ["what", "measured", "floor", "ratio", "budget", "met"];

/** The results as a table for people. */
export function renderTable(results: readonly Result[]): string {
  const rows = [HEADINGS, ...results.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}

/** Whether a result keeps within its budget. */
export function isMet({ measured, floor, budget }: Result): boolean {
  const ratioMet = budget.ratio === undefined || floor === null || measured / floor <= budget.ratio;
  return ratioMet && (budget.most === undefined || measured <= budget.most);
}

function cells(result: Result): string[] {
  const { name, unit, measured, floor, budget } = result;
  const limits = [
    ...(budget.ratio === undefined ? [] : [`≤ ${budget.ratio} ×`]),
    ...(budget.most === undefined ? [] : [`≤ ${budget.most} ${unit}`]),
  ];
  return [
    name,
    `${rounded(measured)} ${unit}`,
    floor === null ? "–" : `${rounded(floor)} ${unit}`,
    floor === null ? "–" : (measured / floor).toFixed(2),
    limits.join(", "),
    isMet(result) ? "met" : "NOT MET",
  ];
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
