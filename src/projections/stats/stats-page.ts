import { costFigure, counted, figure, type Times, utcTimes } from "../figures.js";
import {
  type BarChart,
  type Column,
  type PagePart,
  type StaticPage,
  type StyledCell,
  tablePart,
} from "../static-page.js";
import {
  type CutSpend,
  dayOf,
  type SpendGroup,
  type SpendReport,
  spendWords,
} from "./spend-groups.js";
import type { DayReport, StatsReport } from "./stats-report.js";

/**
 * The statistics as a page to read.
 * @param times the zone in which days are meant: the report's own
 * @param cut what was spent by one cut, as the first table; null: there is none
 */
export function projectStatsPage(
  report: StatsReport,
  times: Times = utcTimes,
  cut: CutSpend | null = null,
): StaticPage {
  const from = report.firstAt === null ? "nothing" : dayOf(times, report.firstAt);
  const to = report.lastAt === null ? "nothing" : dayOf(times, report.lastAt);
  const below = (words: string, part: PagePart): readonly PagePart[] => [
    { is: "heading", words },
    part,
  ];
  return {
    ...{ title: `${counted(report.threads, "thread")}, ${from} to ${to}`, isWide: false, times },
    parts: [
      { is: "words", lines: totalsOf(report) },
      ...(cut === null ? [] : below(`By ${cut.by}`, cutTable(cut, times))),
      ...below(`Tokens a day (${report.zone})`, { is: "bars", chart: dayChart(report.days) }),
      ...below("Models", tablePart(MODEL_COLUMNS, report.models)),
      ...below("Tools", tablePart(TOOL_COLUMNS, report.tools)),
      ...below("Events", tablePart(TYPE_COLUMNS, report.types)),
      ...below("Largest threads", tablePart(threadColumns(times), report.largest)),
      ...below("Days", tablePart(DAY_COLUMNS, report.days)),
    ],
  };
}

function cutTable({ by, groups }: CutSpend, times: Times): PagePart {
  const nameOf = ({ name }: SpendGroup) => (by === "window" ? times.time(name) : name);
  return tablePart([{ head: by, value: nameOf }, ...spendColumns<SpendGroup>()], groups);
}

function totalsOf(report: StatsReport): readonly string[] {
  const { tokens, cacheShare } = report;
  const share = cacheShare === null ? "" : `, ${Math.round(cacheShare * 100)} % from a cache`;
  return [
    `${counted(report.turns, "turn")}, ${counted(report.events, "event")}, ${counted(report.bytes, "byte")}`,
    `${counted(tokens.total, "token")} in ${counted(tokens.requests, "request")}: ${figure(tokens.input)} in${share}, ${figure(tokens.output)} out; ${spendWords(tokens).join(", ")}`,
    `${counted(report.compactions, "compaction")}, ${counted(report.rollbacks, "rollback")}, ${counted(report.forks, "fork")}`,
  ];
}

/** Below bars of this width a day's date has room. */
const LABEL_WIDTH = 56;

function dayChart(days: readonly DayReport[]): BarChart {
  return {
    description: "Tokens of each day",
    unit: "tokens",
    layers: [
      { name: "cached input", colour: "quiet" },
      { name: "other input", colour: "user" },
      { name: "output", colour: "assistant" },
    ],
    labelWidth: LABEL_WIDTH,
    bars: days.map(({ day, total, input, cachedInput, output }) => ({
      label: day,
      caption: `${day}: ${figure(total)} tokens`,
      values: [cachedInput, input - cachedInput, output],
    })),
  };
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

function costCell(row: Parameters<typeof costFigure>[0]): StyledCell {
  return { text: costFigure(row), look: "figure" };
}
