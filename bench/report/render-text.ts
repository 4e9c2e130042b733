import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Table } from "./table.js";

const GAP = "  ";
const NARROWEST_TEXT = 24;

/**
 * A table for a terminal. Its first column is wrapped to what the others leave.
 * @param columns of the terminal
 */
export function renderText({ title, headings, rows }: Table, columns: number): string {
  const widths = headings.map((_, column) => widest([headings, ...rows], column));
  const others = widths.slice(1).reduce((sum, width) => sum + width + GAP.length, 0);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(columns - others, NARROWEST_TEXT));
  const rule = widths.map((width) => "-".repeat(width)).join(GAP);
  const lines = rows.flatMap((row) => linesOf(row, widths));
  return [title, "", ...linesOf(headings, widths), rule, ...lines].join("\n");
}

/** A row's figures are beside the first line of its text. */
function linesOf(row: readonly string[], widths: readonly number[]): string[] {
  const [text = "", ...figures] = row;
  const [first = "", ...more] = wrapAnsi(text, widths[0] ?? 0, { hard: true }).split("\n");
  const cells = figures.map((figure, index) => {
    return " ".repeat(Math.max(0, (widths[index + 1] ?? 0) - stringWidth(figure))) + figure;
  });
  const padded = first + " ".repeat(Math.max(0, (widths[0] ?? 0) - stringWidth(first)));
  return [[padded, ...cells].join(GAP), ...more];
}

function widest(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(...rows.map((row) => stringWidth(row[column] ?? "")));
}
