import type {
  ComparedMetric,
  ComparedVariant,
  Comparison,
} from "../../experiments/compare-variants.js";
import type { ExperimentResults } from "../../experiments/run-experiment.js";
import { alignLists } from "../../projections/align-lists.js";
import type { Times } from "../../projections/figures.js";
import {
  type CellMark,
  type Column,
  type PagePart,
  type PairedTranscript,
  type RangeChart,
  type StaticPage,
  type StyledCell,
  tablePart,
  type TranscriptPair,
} from "../../projections/static-page.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { Transcript, TranscriptEntry } from "../../projections/transcript/transcript.js";
import type { EventStore } from "../../store/event-store.js";
import { callWords, figureWords, markOf } from "./comparison-lines.js";

/**
 * A comparison as a page to read: a table, a chart for each metric, and each variant's transcript beside
 * the base's, aligned at the fork.
 */
export function comparisonPage(
  comparison: Comparison,
  transcripts: readonly PairedTranscript[],
  times: Times,
): StaticPage {
  const { name, mode, base, metrics, rows } = comparison;
  const charts = metrics
    .filter(({ name }) => rows.some(({ figures }) => (figures[name]?.most ?? 0) !== 0))
    .map((metric): PagePart => ({ is: "ranges", chart: metricChart(metric, rows) }));
  return {
    ...{ title: `${name}: ${mode}`, isWide: true, times },
    parts: [
      { is: "words", lines: [`Forked from ${base.threadId} at #${base.offset}.`] },
      tableOf(comparison),
      ...charts,
      ...transcripts.map((paired): PagePart => ({ is: "pairs", paired })),
    ],
  };
}

function tableOf({ metrics, rows }: Comparison): PagePart {
  const columns: readonly Column<ComparedVariant>[] = [
    { head: "variant", value: ({ variant }) => variant ?? "base" },
    ...metrics.map((metric) => ({
      head: metric.name,
      value: (row: ComparedVariant) => cellOf(row, metric),
    })),
    {
      head: "calls, first difference",
      value: (row) => ({ text: wordsOf(row), look: "words" }),
    },
  ];
  return tablePart(columns, rows);
}

function cellOf(row: ComparedVariant, metric: ComparedMetric): StyledCell {
  const figure = row.figures[metric.name] ?? null;
  if (figure === null) return { text: "–", look: "figure" };
  const words = (value: number): string => figureWords(value, metric.unit);
  const { median, least, most } = figure;
  const mark = markIn(row, metric);
  return {
    ...{ text: words(median), look: "figure" },
    ...(mark !== null && { mark }),
    ...(least !== most && { note: `${words(least)} to ${words(most)}` }),
  };
}

function markIn(row: ComparedVariant, metric: ComparedMetric): CellMark | null {
  return row.variant === null ? "base" : markOf(row, metric);
}

function wordsOf(row: ComparedVariant): string {
  const { toolCalls, firstDifference, failures, warnings } = row;
  return [
    ...warnings,
    ...callWords(toolCalls),
    ...(firstDifference === null ? [] : [`#${firstDifference.offset}: ${firstDifference.words}`]),
    ...failures.map(({ message }) => `failed: ${message}`),
  ].join("; ");
}

/** A bar for each variant's median, a line from least to most. */
function metricChart(metric: ComparedMetric, rows: Comparison["rows"]): RangeChart {
  const { name, unit, better } = metric;
  const aim = better === null ? "" : ` (${better} is better)`;
  return {
    title: `${name}${aim}`,
    rows: rows.flatMap((row) => {
      const figure = row.figures[name] ?? null;
      if (figure === null) return [];
      const { median: value, least, most } = figure;
      const words = figureWords(value, unit);
      const named = { name: row.variant ?? "base", words, mark: markIn(row, metric) };
      return [{ ...named, value, least, most }];
    }),
  };
}

const SHARED_ENTRIES = 3;
/** How far ahead two transcripts are searched for where they say the same again. */
const REACH = 40;

/** The first repetition of each variant that was begun, beside what the base went on with. */
export async function pairedTranscripts(
  { base, results, mode }: ExperimentResults,
  store: EventStore,
): Promise<readonly PairedTranscript[]> {
  const { threadId, offset, end } = base;
  const { blobs } = store;
  const to = mode === "project" ? offset : end;
  const whole = entriesOf(await projectTranscript(store.source(threadId), { to, blobs }));
  const shared = whole.filter((entry) => entry.offset <= offset).slice(-SHARED_ENTRIES);
  const behind = whole.filter((entry) => entry.offset > offset);
  const paired: PairedTranscript[] = [];
  for (const result of results) {
    if (result.repetition > 1 || result.outcome === "unfinished") continue;
    const transcript = await projectTranscript(store.source(result.threadId), { blobs });
    const own = entriesOf(transcript).filter((entry) => entry.offset > offset);
    const { variant } = result;
    paired.push({ variant, threadId: result.threadId, shared, pairs: pairUp(behind, own) });
  }
  return paired;
}

/** Notices of the experiment itself say nothing that a reader wants. */
function entriesOf({ turns }: Transcript): readonly TranscriptEntry[] {
  return turns.flatMap(({ entries }) => entries).filter(({ name }) => name !== "notice.logged");
}

function pairUp(
  base: readonly TranscriptEntry[],
  variant: readonly TranscriptEntry[],
): readonly TranscriptPair[] {
  return Array.from(
    alignLists(base, variant, { isSame: saysSame, reach: REACH }),
    ({ one, other, isSame }) => ({
      base: one === null ? null : (base[one] ?? null),
      variant: other === null ? null : (variant[other] ?? null),
      isSame,
    }),
  );
}

function saysSame(a: TranscriptEntry, b: TranscriptEntry): boolean {
  return a.speaker === b.speaker && a.name === b.name && a.text === b.text && a.failed === b.failed;
}
