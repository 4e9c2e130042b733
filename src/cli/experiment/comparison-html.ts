import type {
  ComparedMetric,
  ComparedVariant,
  Comparison,
} from "../../experiments/compare-variants.js";
import type { ExperimentResults } from "../../experiments/run-experiment.js";
import { alignLists } from "../../projections/align-lists.js";
import {
  type Cell,
  type Column,
  coordinate,
  escapeHtml,
  renderHtmlPage,
  renderTable,
} from "../../projections/html-page.js";
import { ENTRY_STYLE, renderBlock } from "../../projections/transcript/entry-html.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { TranscriptLook } from "../../projections/transcript/transcript-words.js";
import type { Transcript, TranscriptEntry } from "../../projections/transcript/transcript.js";
import type { EventStore } from "../../store/event-store.js";
import { callWords, figureWords, markOf } from "./comparison-lines.js";

/**
 * A comparison as one page that needs nothing else: no script, no request. A table, a chart for each
 * metric, and each variant's transcript beside the base's, aligned at the fork.
 */
export function comparisonHtml(
  comparison: Comparison,
  transcripts: readonly PairedTranscript[],
  look: TranscriptLook,
): string {
  const { name, mode, base, metrics, rows } = comparison;
  const charts = metrics
    .filter(({ name }) => rows.some(({ figures }) => (figures[name]?.most ?? 0) !== 0))
    .map((metric) => metricChart(metric, rows));
  const body = `<p>Forked from ${escapeHtml(base.threadId)} at #${base.offset}.</p>
${tableOf(comparison)}
${charts.join("\n")}
${transcripts.map((paired) => transcriptOf(paired, look)).join("\n")}`;
  return renderHtmlPage({ title: `${name}: ${mode}`, style: STYLE, body });
}

function tableOf({ metrics, rows }: Comparison): string {
  const columns: readonly Column<ComparedVariant>[] = [
    { head: "variant", value: ({ variant }) => variant ?? "base" },
    ...metrics.map((metric) => ({
      head: metric.name,
      value: (row: ComparedVariant) => cellOf(row, metric),
    })),
    {
      head: "calls, first difference",
      value: (row) => ({ text: wordsOf(row), className: "words" }),
    },
  ];
  return renderTable(columns, rows);
}

function cellOf(row: ComparedVariant, metric: ComparedMetric): Cell {
  const figure = row.figures[metric.name] ?? null;
  if (figure === null) return { text: "–", className: "figure" };
  const words = (value: number): string => figureWords(value, metric.unit);
  const { median, least, most } = figure;
  const mark = row.variant === null ? "base" : (markOf(row, metric) ?? "");
  return {
    text: words(median),
    className: `figure ${mark}`.trim(),
    ...(least !== most && { note: `${words(least)} to ${words(most)}` }),
  };
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

function transcriptOf(
  { variant, threadId, shared, pairs }: PairedTranscript,
  look: TranscriptLook,
): string {
  const before = shared.map((entry) => ({ base: entry, variant: entry, isSame: true }));
  const rows = (all: readonly TranscriptPair[]): string =>
    all.map((pair) => pairOf(pair, look)).join("\n");
  return `<details class="paired">
<summary>${escapeHtml(variant)} beside the base (${escapeHtml(threadId)})</summary>
<div class="pair"><h3>base</h3><h3>${escapeHtml(variant)}</h3></div>
${rows(before)}
<p class="fork">forked here</p>
${rows(pairs)}
</details>`;
}

function pairOf({ base, variant, isSame }: TranscriptPair, look: TranscriptLook): string {
  return `<div class="pair${isSame ? " same" : ""}">${entryOf(base, look)}${entryOf(variant, look)}</div>`;
}

function entryOf(entry: TranscriptEntry | null, look: TranscriptLook): string {
  if (entry === null) return "<div></div>";
  return `<div>${renderBlock({ entry, outputs: [] }, look)}</div>`;
}

const STYLE = `${ENTRY_STYLE}
body{max-width:80rem}
.best{color:var(--good);font-weight:bold}.worst{color:var(--bad)}.base{color:var(--muted)}.words{min-width:16rem}
figure{margin:2rem 0}figcaption{font-weight:bold}
figure svg text{font:12px system-ui,sans-serif;fill:var(--text)}
.paired{margin:1.5rem 0}.paired>summary{font-weight:bold}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.pair>*{min-width:0}.same{opacity:.6}
@media (max-width:40rem){.pair{gap:.3rem}}
.fork{text-align:center;border-top:2px dashed var(--context);color:var(--context);margin:1rem 0}
`;

const WIDTH = 800;
const ROW = 22;
const LABELS = 190;
const VALUES = 90;
const COLORS = { best: "#2f855a", worst: "#c53030", base: "#999", other: "#2a6fb0" } as const;

/** An SVG chart of one metric: a bar for each variant's median, a line from least to most. */
function metricChart(metric: ComparedMetric, rows: Comparison["rows"]): string {
  const { name, unit, better } = metric;
  const known = rows.flatMap((row) => {
    const figure = row.figures[name] ?? null;
    return figure === null ? [] : [{ row, figure }];
  });
  const top = Math.max(1e-9, ...known.map(({ figure }) => figure.most));
  const scale = (WIDTH - LABELS - VALUES) / top;
  const bars = known.map(({ row, figure: { median, least, most } }, index) => {
    const y = index * ROW;
    const color = COLORS[row.variant === null ? "base" : (markOf(row, metric) ?? "other")];
    const width = coordinate(Math.max(0, median) * scale);
    const [from, to] = [coordinate(LABELS + least * scale), coordinate(LABELS + most * scale)];
    const line = `<line x1="${from}" x2="${to}" y1="${y + 10}" y2="${y + 10}"/>`;
    const after = coordinate(LABELS + Math.max(most, 0) * scale + 6);
    return `<g><text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${escapeHtml(row.variant ?? "base")}</text>
<rect x="${LABELS}" y="${y + 3}" width="${width}" height="14" fill="${color}"/>${least === most ? "" : line}
<text x="${after}" y="${y + 14}">${escapeHtml(figureWords(median, unit))}</text></g>`;
  });
  const aim = better === null ? "" : ` (${better} is better)`;
  const label = escapeHtml(`${name}${aim}`);
  return `<figure><figcaption>${label}</figcaption>
<div class="scroll"><svg class="chart" viewBox="0 0 ${WIDTH} ${known.length * ROW + 4}" role="img" aria-label="${label}">
${bars.join("\n")}
</svg></div></figure>`;
}

/** What the base and a variant say in the same place; null: one of them says nothing there. */
interface TranscriptPair {
  readonly base: TranscriptEntry | null;
  readonly variant: TranscriptEntry | null;
  readonly isSame: boolean;
}

/** A variant beside its base, aligned at the fork. */
interface PairedTranscript {
  readonly variant: string;
  readonly threadId: string;
  /** The last entries that both share. */
  readonly shared: readonly TranscriptEntry[];
  readonly pairs: readonly TranscriptPair[];
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
  const to = mode === "project" ? offset : end;
  const whole = entriesOf(await projectTranscript(store.source(threadId), { to }));
  const shared = whole.filter((entry) => entry.offset <= offset).slice(-SHARED_ENTRIES);
  const behind = whole.filter((entry) => entry.offset > offset);
  const paired: PairedTranscript[] = [];
  for (const result of results) {
    if (result.repetition > 1 || result.outcome === "unfinished") continue;
    const transcript = await projectTranscript(store.source(result.threadId));
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
