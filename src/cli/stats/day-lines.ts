import type { DayReport } from "../../projections/stats/stats-report.js";
import { counted, shortFigure } from "../output/figures.js";
import { padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";

/** So many of the newest days have a bar each. */
const DAYS_SHOWN = 30;
const FIGURE_COLUMNS = 7;

/** A bar for each day: what came from a cache is light, what was worked out is dark. */
export function* dayLines(days: readonly DayReport[], output: Output): Generator<string> {
  const { dim } = output.styles;
  const shown = days.slice(-DAYS_SHOWN);
  const most = Math.max(1, ...shown.map(({ total }) => total));
  const width = output.columns - "2026-04-01 ".length - FIGURE_COLUMNS - 1;
  const earlier = days.slice(0, -DAYS_SHOWN);
  if (earlier.length > 0) {
    const tokens = earlier.reduce((sum, { total }) => sum + total, 0);
    yield dim(`${counted(earlier.length, "earlier day")}: ${shortFigure(tokens)}`);
  }
  for (const { day, total, cachedInput } of shown) {
    const length = Math.ceil((total / most) * width);
    const light = total === 0 ? 0 : Math.round((cachedInput / total) * length);
    const bar = "█".repeat(length - light) + dim("░".repeat(light));
    yield `${day} ${padStart(shortFigure(total), FIGURE_COLUMNS)} ${bar}`;
  }
  yield dim(`${" ".repeat(FIGURE_COLUMNS + 12)}░ input from a cache`);
}
