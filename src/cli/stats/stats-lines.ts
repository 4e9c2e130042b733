import { visibleLine } from "../../projections/display-text.js";
import type { DayReport, StatsReport } from "../../projections/stats/stats-report.js";
import {
  dayOf,
  type CutSpend,
  type SpendGroup,
  type SpendReport,
  spendWords,
} from "../../projections/stats/spend-groups.js";
import {
  byteFigure,
  costFigure,
  counted,
  figure,
  shortFigure,
  type Times,
} from "../../projections/figures.js";
import { excerpt, fieldLines, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { FilesTally } from "./count-batches.js";

/** Longer lists are cut; `--json` and `--html` have all. */
const ROWS_SHOWN = 12;

/**
 * What thousands of sessions come to, for people.
 * @param groups in the place of the tables; null: the tables
 */
export function* statsLines(
  report: StatsReport,
  { files, groups }: { files: Omit<FilesTally, "tally">; groups: CutSpend | null },
  output: Output,
): Generator<string> {
  const { bold } = output.styles;
  yield bold(heading(report, { files: files.files, times: output.times }));
  yield* fieldLines(totals(report), output);
  if (groups !== null) {
    yield* groupLines(groups, output);
  } else {
    if (report.days.length > 0) {
      yield `\n${bold(`tokens a day (${report.zone})`)}`;
      yield* dayLines(report.days, output);
    }
    yield* table({ title: "models", columns: MODELS }, report.models, output);
    yield* table({ title: "tools", columns: TOOLS }, report.tools, output);
    yield* table({ title: "events", columns: TYPES }, report.types, output);
    yield* table(
      { title: "largest threads", columns: threadColumns(output.times) },
      report.largest,
      output,
    );
  }
  yield* troubleLines(files, output);
}

function heading(
  { threads, firstAt, lastAt }: StatsReport,
  { files, times }: { readonly files: number; readonly times: Times },
): string {
  const days =
    firstAt === null ? "" : `, ${dayOf(times, firstAt)} to ${dayOf(times, lastAt ?? firstAt)}`;
  return `${counted(threads, "thread")} in ${counted(files, "file")}${days}`;
}

function totals(report: StatsReport): Readonly<Record<string, string | null>> {
  const { turns, forks, events, copiedEvents, bytes, compactions, rollbacks } = report;
  const copied = copiedEvents === 0 ? "" : `, ${figure(copiedEvents)} more are copies`;
  const from = forks === 0 ? "" : `, ${counted(forks, "fork")}`;
  return {
    turns: `${figure(turns)}${from}`,
    events: `${figure(events)}${copied}; ${byteFigure(bytes)}`,
    tokens: tokenWords(report.tokens),
    cache: cacheWords(report),
    cost: report.tokens.requests === 0 ? null : spendWords(report.tokens).join(", "),
    compacted: counted(compactions, "time"),
    rollbacks: figure(rollbacks),
  };
}

function tokenWords({ requests, input, output, reasoning }: SpendReport): string {
  if (requests === 0) return "none was reported";
  const thought = reasoning === 0 ? "" : ` (${shortFigure(reasoning)} reasoning)`;
  return `${shortFigure(input)} in, ${shortFigure(output)} out${thought}, ${counted(requests, "request")}`;
}

function cacheWords({ cacheShare, tokens }: StatsReport): string {
  if (cacheShare === null) return "–";
  const written = tokens.cacheWrite === 0 ? "" : `, ${shortFigure(tokens.cacheWrite)} written`;
  return `${Math.round(cacheShare * 100)}% of the input${written}`;
}

/** A column: its head, its width, and what is in a row. Text is left, figures right. */
interface Column<Row> {
  readonly head: string;
  readonly width: number;
  readonly isText?: true;
  /** It becomes as wide as its longest text, where the terminal has room. */
  readonly grows?: true;
  readonly value: (row: Row, width: number) => string;
}

interface Table<Row> {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  /** Of a longer list so many are shown. */
  readonly rows?: number;
}

function* table<Row>(
  { title, columns, rows: most = ROWS_SHOWN }: Table<Row>,
  rows: readonly Row[],
  { styles, columns: width }: Output,
): Generator<string> {
  if (rows.length === 0) return;
  const shown = rows.slice(0, most);
  const room = width - columns.reduce((sum, column) => sum + column.width + 1, -1);
  const fitted = columns.map((column) => ({ ...column, width: widthOf(column, shown, room) }));
  const line = (cell: (column: Column<Row>) => string): string => {
    const cells = fitted.map((column) => {
      const text = cell(column);
      if (!column.isText) return padStart(text, column.width);
      return padEnd(excerpt(text, column.width), column.width);
    });
    return excerptEnd(cells.join(" "), width);
  };
  yield `\n${styles.bold(title)}`;
  yield styles.dim(line(({ head }) => head));
  for (const row of shown) yield line((column) => column.value(row, column.width));
  const more = rows.length - most;
  if (more > 0) yield styles.dim(`… ${figure(more)} more (--json shows all)`);
}

/** @param room columns that the table leaves free */
function widthOf<Row>(
  { grows, value, width }: Column<Row>,
  rows: readonly Row[],
  room: number,
): number {
  if (!grows || room <= 0) return width;
  const longest = Math.max(...rows.map((row) => value(row, Infinity).length));
  return Math.max(width, Math.min(longest, width + room));
}

function excerptEnd(line: string, width: number): string {
  return line.length <= width ? line.trimEnd() : line.slice(0, width);
}

const spendColumns = (costWidth: number): readonly Column<SpendReport>[] => [
  { head: "requests", width: 9, value: ({ requests }) => figure(requests) },
  { head: "input", width: 8, value: ({ input }) => shortFigure(input) },
  { head: "cached", width: 8, value: ({ cachedInput }) => shortFigure(cachedInput) },
  { head: "output", width: 8, value: ({ output }) => shortFigure(output) },
  { head: "cost", width: costWidth, value: costFigure },
];
const MODELS: readonly Column<StatsReport["models"][number]>[] = [
  { head: "model", width: 30, isText: true, grows: true, value: ({ model }) => model },
  ...spendColumns(10),
];
const TOOLS: readonly Column<StatsReport["tools"][number]>[] = [
  { head: "tool", width: 26, isText: true, grows: true, value: ({ name }) => name },
  { head: "calls", width: 8, value: ({ calls }) => figure(calls) },
  { head: "failed", width: 8, value: ({ failures }) => figure(failures) },
  { head: "output", width: 8, value: ({ outputBytes }) => byteFigure(outputBytes) },
  { head: "median", width: 8, value: ({ medianBytes }) => byteFigure(medianBytes) },
  { head: "p95", width: 8, value: ({ p95Bytes }) => byteFigure(p95Bytes) },
  { head: "max", width: 7, value: ({ maxBytes }) => byteFigure(maxBytes) },
];
const TYPES: readonly Column<StatsReport["types"][number]>[] = [
  {
    head: "event",
    width: 50,
    isText: true,
    grows: true,
    value: ({ type, kind }) => `${type} ${kind ?? ""}`,
  },
  { head: "count", width: 10, value: ({ events }) => figure(events) },
  { head: "size", width: 8, value: ({ bytes }) => byteFigure(bytes) },
];
const threadColumns = (times: Times): readonly Column<StatsReport["largest"][number]>[] => [
  { head: "tokens", width: 8, value: ({ tokens }) => (tokens === 0 ? "–" : shortFigure(tokens)) },
  { head: "cost", width: 10, value: (row) => (row.tokens === 0 ? "–" : costFigure(row)) },
  { head: "size", width: 8, value: ({ bytes }) => byteFigure(bytes) },
  { head: "turns", width: 6, value: ({ turns }) => figure(turns) },
  { head: " last", width: 11, isText: true, value: ({ lastAt }) => dayOf(times, lastAt) },
  {
    head: "file",
    width: 32,
    isText: true,
    grows: true,
    value: (row, width) => tailOf(row.name, width),
  },
];

/** The end of a path says more than its beginning. */
function tailOf(path: string, width: number): string {
  return path.length <= width ? path : `…${path.slice(1 - width)}`;
}

const FIGURES_OF_GROUP = spendColumns(11);
const FIGURES_WIDTH = FIGURES_OF_GROUP.reduce((sum, { width }) => sum + width + 1, 0);

function* groupLines({ by, groups }: CutSpend, output: Output): Generator<string> {
  const { times, columns } = output;
  const isTime = by === "month" || by === "week" || by === "day" || by === "window";
  const nameOf = ({ name }: SpendGroup): string =>
    by === "window" ? times.time(name).slice(0, "2026-04-01 10:00".length) : name;
  const room = Math.max(16, columns - FIGURES_WIDTH);
  const width = Math.min(room, Math.max(...groups.map((group) => nameOf(group).length), by.length));
  const name: Column<SpendGroup> = {
    ...{ head: by, width, isText: true },
    value: (group) => tailOf(nameOf(group), width),
  };
  const zone = isTime ? ` (${times.zone})` : "";
  const title = by === "window" ? `five-hour windows${zone}` : `by ${by}${zone}`;
  yield* table({ title, columns: [name, ...FIGURES_OF_GROUP], rows: Infinity }, groups, output);
}

/** Files that were damaged, and those that could not be read. */
export function* troubleLines(
  { unread, damaged }: Pick<FilesTally, "unread" | "damaged">,
  { styles }: Output,
): Generator<string> {
  if (damaged.length > 0) yield `\n${styles.bold("damaged, read around")}`;
  for (const { path, places } of damaged) {
    yield styles.yellow(visibleLine(`${counted(places, "place")}  ${path}`));
  }
  if (damaged.length > 0) yield styles.dim("refold doctor FILE shows where, and how to fix it");
  if (unread.length > 0) yield `\n${styles.bold("not read")}`;
  for (const { path, code, message } of unread) {
    const reason = message.includes(path) ? message : `${path}: ${message}`;
    yield styles.red(visibleLine(`${code}  ${reason}`)); // its paths stand whole
  }
}

/** So many of the newest days have a bar each. */
const DAYS_SHOWN = 30;
const FIGURE_COLUMNS = 7;

/** A bar for each day: what came from a cache is light, what was worked out is dark. */
function* dayLines(days: readonly DayReport[], output: Output): Generator<string> {
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
