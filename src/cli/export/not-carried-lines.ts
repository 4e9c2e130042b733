import type { ExportReport } from "../../dialects/writing/export-report.js";
import { figure } from "../output/figures.js";

/** What an export left out, a line each; none when nothing was. */
export function notCarriedLines({ notCarried }: ExportReport): readonly string[] {
  if (notCarried.length === 0) return [];
  return [
    "not carried over, for the format has no place for it:",
    ...notCarried.map(({ what, count, firstAt }) => {
      const where = count === 1 ? `at #${firstAt}` : `the first at #${firstAt}`;
      return `  ${what}: ${figure(count)}, ${where}`;
    }),
  ];
}
