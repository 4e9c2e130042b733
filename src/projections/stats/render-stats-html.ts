import { costFigure, counted, figure, type Times, utcTimes } from "../figures.js";
import {
  type Cell,
  type Column,
  escapeHtml,
  renderBarChart,
  renderHtmlPage,
  renderTable,
} from "../html-page.js";
import {
  type CutSpend,
  dayOf,
  type SpendGroup,
  type SpendReport,
  spendWords,
} from "./spend-groups.js";
import type { DayReport, StatsReport } from "./stats-report.js";

/** Below bars of this width a day's date has room. */
const LABEL_WIDTH = 56;

/**
 * The statistics as one HTML page that needs nothing else: charts are SVG, names are text.
 * @param times the zone in which days are meant: the report's own
 * @param cut what was spent by one cut, as the first table; null: there is none
 */
export function renderStatsHtml(
  report: StatsReport,
  times: Times = utcTimes,
  cut: CutSpend | null = null,
): string {
  const from = report.firstAt === null ? "nothing" : dayOf(times, report.firstAt);
  const to = report.lastAt === null ? "nothing" : dayOf(times, report.lastAt);
  return renderHtmlPage({
    title: `${counted(report.threads, "thread")}, ${from} to ${to}`,
    body: [
      renderTotals(report),
      ...(cut === null ? [] : [renderCut(cut, times)]),
      `<h2>Tokens a day (${escapeHtml(report.zone)})</h2>\n${renderDays(report.days)}`,
      `<h2>Models</h2>\n${renderTable(MODEL_COLUMNS, report.models)}`,
      `<h2>Tools</h2>\n${renderTable(TOOL_COLUMNS, report.tools)}`,
      `<h2>Events</h2>\n${renderTable(TYPE_COLUMNS, report.types)}`,
      `<h2>Largest threads</h2>\n${renderTable(threadColumns(times), report.largest)}`,
      `<h2>Days</h2>\n${renderTable(DAY_COLUMNS, report.days)}`,
    ].join("\n"),
  });
}

function renderCut({ by, groups }: CutSpend, times: Times): string {
  const nameOf = ({ name }: SpendGroup) => (by === "window" ? times.time(name) : name);
  const columns = [{ head: by, value: nameOf }, ...spendColumns<SpendGroup>()];
  return `<h2>By ${by}</h2>\n${renderTable(columns, groups)}`;
}

function renderTotals(report: StatsReport): string {
  const { tokens, cacheShare } = report;
  const share = cacheShare === null ? "" : `, ${Math.round(cacheShare * 100)} % from a cache`;
  const lines = [
    `${counted(report.turns, "turn")}, ${counted(report.events, "event")}, ${counted(report.bytes, "byte")}`,
    `${counted(tokens.total, "token")} in ${counted(tokens.requests, "request")}: ${figure(tokens.input)} in${share}, ${figure(tokens.output)} out; ${spendWords(tokens).join(", ")}`,
    `${counted(report.compactions, "compaction")}, ${counted(report.rollbacks, "rollback")}, ${counted(report.forks, "fork")}`,
  ];
  return lines.map((line) => `<p>${line}</p>`).join("\n");
}

function renderDays(days: readonly DayReport[]): string {
  return renderBarChart({
    description: "Tokens of each day",
    unit: "tokens",
    layers: [
      { name: "cached input", color: "#b7c9e2" },
      { name: "other input", color: "#2a6fb0" },
      { name: "output", color: "#2f855a" },
    ],
    labelWidth: LABEL_WIDTH,
    bars: days.map(({ day, total, input, cachedInput, output }) => ({
      label: day,
      caption: `${day}: ${figure(total)} tokens`,
      values: [cachedInput, input - cachedInput, output],
    })),
  });
}

function spendColumns<Row extends SpendReport>(): readonly Column<Row>[] {
  return [
    { head: "requests", value: (row) => row.requests },
    { head: "input", value: (row) => row.input },
    { head: "cached", value: (row) => row.cachedInput },
    { head: "output", value: (row) => row.output },
    { head: "reasoning", value: (row) => row.reasoning },
    { head: "total", value: (row) => row.total },
    { head: "cost", value: costCell },
  ];
}

const MODEL_COLUMNS: readonly Column<StatsReport["models"][number]>[] = [
  { head: "model", value: ({ model }) => model },
  ...spendColumns<StatsReport["models"][number]>(),
];
const DAY_COLUMNS: readonly Column<DayReport>[] = [
  { head: "day", value: ({ day }) => day },
  ...spendColumns<DayReport>(),
];
const TOOL_COLUMNS: readonly Column<StatsReport["tools"][number]>[] = [
  { head: "tool", value: ({ name }) => name },
  { head: "calls", value: ({ calls }) => calls },
  { head: "failed", value: ({ failures }) => failures },
  { head: "output bytes", value: ({ outputBytes }) => outputBytes },
  { head: "median", value: ({ medianBytes }) => medianBytes },
  { head: "p95", value: ({ p95Bytes }) => p95Bytes },
  { head: "largest", value: ({ maxBytes }) => maxBytes },
];
const TYPE_COLUMNS: readonly Column<StatsReport["types"][number]>[] = [
  { head: "type", value: ({ type, kind }) => (kind === null ? type : `${type}: ${kind}`) },
  { head: "events", value: ({ events }) => events },
  { head: "bytes", value: ({ bytes }) => bytes },
];
const threadColumns = (times: Times): readonly Column<StatsReport["largest"][number]>[] => [
  { head: "thread", value: ({ name }) => name },
  { head: "last", value: ({ lastAt }) => dayOf(times, lastAt) },
  { head: "turns", value: ({ turns }) => turns },
  { head: "bytes", value: ({ bytes }) => bytes },
  { head: "tokens", value: ({ tokens }) => tokens },
  { head: "cost", value: costCell },
];

function costCell(row: Parameters<typeof costFigure>[0]): Cell {
  return { text: costFigure(row), className: "figure" };
}
