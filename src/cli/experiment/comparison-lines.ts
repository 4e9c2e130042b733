import type {
  ComparedMetric,
  ComparedVariant,
  Comparison,
} from "../../experiments/compare-variants.js";
import type { VariantMeasures } from "../../experiments/experiment.js";
import { neutraliseLine } from "../../projections/display-text.js";
import {
  byteFigure,
  counted,
  durationFigure,
  moneyFigure,
  shortFigure,
} from "../../projections/figures.js";
import { excerpt, padEnd, padStart, paragraph } from "../output/layout.js";
import type { Output } from "../output/output.js";

/** Heads of the columns; metrics of the caller's own stand under their names. */
const HEADS: Readonly<Record<string, string>> = {
  cost: "cost",
  inputTokens: "in",
  cachedTokens: "cached",
  cachedShare: "share",
  outputTokens: "out",
  requests: "asked",
  compactions: "compact",
  forgottenBytes: "forgot",
  timeMs: "time",
  keptCache: "kept",
};
const NAME_COLUMNS = 22;
const ENDS = ["median", "least", "most"] as const;

/** A comparison for people: one row a variant, what is best marked with +, worst with -. */
export function* comparisonLines(comparison: Comparison, output: Output): Generator<string> {
  const { name, mode, base, metrics, rows } = comparison;
  const { bold, dim } = output.styles;
  const place = `${base.threadId} at #${base.offset}`;
  yield bold(excerpt(`${name}: ${mode}, from ${place}`, output.columns));
  const shown = metrics.filter((metric) => rows.some((row) => isTold(row, metric)));
  const columns = shown.map((metric) => columnOf(metric, rows));
  const longest = Math.max(7, ...rows.map(({ variant }) => (variant ?? "base").length));
  const nameColumns = Math.min(NAME_COLUMNS, longest);
  const line = (first: string, cells: readonly string[]): string =>
    `${padEnd(excerpt(first, nameColumns), nameColumns)}${cells.join("")}`;
  const heads = columns.map(({ width, head }) => `  ${padStart(head, width)} `);
  yield dim(line("variant", heads).trimEnd());
  for (const row of rows) {
    const cells = columns.map(({ width, metric }) => {
      const value = padStart(cellWords(row, metric, "median"), width);
      return `  ${painted(value, markOf(row, metric), output)}`;
    });
    yield line(row.variant ?? "base", cells).trimEnd();
    for (const end of row.done > 1 ? (["least", "most"] as const) : []) {
      const cells = columns.map(
        ({ width, metric }) => `  ${padStart(cellWords(row, metric, end), width)} `,
      );
      yield dim(line(`  ${end}`, cells).trimEnd());
    }
    const place = { columns: output.columns, indent: "  ", maxLines: 3 };
    for (const words of row.warnings) yield* paragraph(words, place).map(output.styles.yellow);
    for (const words of [...notesOf(row), ...(mode === "project" ? promptNotes(row) : [])]) {
      yield* paragraph(words, place).map(dim);
    }
  }
  if (shown.some(({ best }) => best.length > 0)) yield dim(LEGEND);
}

const LEGEND = "+ is the best of its column, - the worst";

interface Column {
  readonly metric: ComparedMetric;
  readonly head: string;
  readonly width: number;
}

function columnOf(metric: ComparedMetric, rows: readonly ComparedVariant[]): Column {
  const head = neutraliseLine(HEADS[metric.name] ?? metric.name);
  const widths = rows.flatMap((row) => ENDS.map((end) => cellWords(row, metric, end).length));
  return { metric, head, width: Math.max(head.length, ...widths) };
}

function isTold({ figures }: ComparedVariant, { name, unit }: ComparedMetric): boolean {
  if (unit === "usd") return true;
  const figure = figures[name] ?? null;
  return figure !== null && (figure.most !== 0 || HEADS[name] === undefined);
}

function cellWords(
  { figures }: ComparedVariant,
  { name, unit }: ComparedMetric,
  end: (typeof ENDS)[number],
): string {
  const figure = figures[name] ?? null;
  if (figure !== null) return figureWords(figure[end], unit);
  return unit === "usd" ? moneyFigure(null) : "–";
}

/** A figure in its unit, in few columns. */
export function figureWords(value: number, unit: ComparedMetric["unit"]): string {
  switch (unit) {
    case "tokens":
      return shortFigure(Math.round(value));
    case "share":
      return `${Math.round(value * 100)}%`;
    case "bytes":
      return byteFigure(Math.round(value));
    case "ms":
      return durationFigure(value);
    case "usd":
      return moneyFigure(value);
    case "count":
      return Number.isInteger(value) ? String(value) : value.toFixed(2);
  }
}

/** Whether a variant is among the best or the worst of a metric; null: neither, or the base. */
export function markOf(
  { variant }: ComparedVariant,
  { best, worst }: ComparedMetric,
): "best" | "worst" | null {
  if (variant === null) return null;
  if (best.includes(variant)) return "best";
  return worst.includes(variant) ? "worst" : null;
}

/** The mark takes the place of a space, so that columns stay. */
function painted(value: string, mark: ReturnType<typeof markOf>, { styles }: Output): string {
  if (mark === "best") return styles.green(`${value}+`);
  return mark === "worst" ? styles.red(`${value}-`) : `${value} `;
}

/** How often each tool was called, in the median. */
export function callWords(toolCalls: ComparedVariant["toolCalls"]): readonly string[] {
  return Object.entries(toolCalls).map(([tool, { median }]) => `${tool} ${median}`);
}

function notesOf(row: ComparedVariant): readonly string[] {
  const { toolCalls, firstDifference, failures, done, repetitions } = row;
  const tools = callWords(toolCalls);
  const unfinished = repetitions - done - failures.length;
  return [
    ...(tools.length > 0 ? [`calls: ${tools.join(", ")}`] : []),
    ...(firstDifference === null
      ? []
      : [`differs at #${firstDifference.offset}: ${firstDifference.words}`]),
    ...failures.map(({ repetition, message }) => {
      const which = repetitions > 1 ? `repetition ${repetition} ` : "";
      return `${which}failed: ${message}`;
    }),
    ...(unfinished > 0 ? [`${counted(unfinished, "repetition")} not done`] : []),
  ];
}

/** What the next prompt is made of, and how its body differs. */
function promptNotes({ measures }: ComparedVariant): readonly string[] {
  if (measures === null) return [];
  const { parts, repairs, body } = measures;
  const spent = Object.entries(parts).map(([part, tokens]) => `${part} ${shortFigure(tokens)}`);
  const mended = Object.entries(repairs).map(([kind, count]) => `${kind} ${count}`);
  return [
    `tokens: ${spent.join(", ")}`,
    ...(mended.length > 0 ? [`repairs: ${mended.join(", ")}`] : []),
    ...(body === null ? [] : [bodyWords(body)]),
  ];
}

function bodyWords({ bytes, members, provider }: NonNullable<VariantMeasures["body"]>): string {
  const sign = bytes < 0 ? "-" : "+";
  const changes = members.map(({ name, change, list }) =>
    list === undefined
      ? `${name} ${change}`
      : `${name} ${list.removed} out, ${list.added} in after ${list.prefix}`,
  );
  return `body (${provider}): ${sign}${byteFigure(Math.abs(bytes))}; ${changes.join("; ")}`;
}
