import { nounFor } from "../projections/display-text.js";
import { ownMember } from "../events/json.js";
import type { FirstDifference, Metric, VariantMeasures, VariantResult } from "./experiment.js";
import type { ExperimentResults } from "./run-experiment.js";

/** A figure over a variant's repetitions. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** A column of the comparison. */
export interface ComparedMetric {
  readonly name: string;
  readonly unit: "tokens" | "share" | "bytes" | "ms" | "count" | "usd";
  /** Which end is the good one; null: neither, or the cost weighs it. */
  readonly better: "more" | "less" | null;
  /** Variants whose median is best and worst; empty where all are the same. */
  readonly best: readonly string[];
  readonly worst: readonly string[];
}

/** One variant beside the others; the base is the row whose variant is null. */
export interface ComparedVariant {
  readonly variant: string | null;
  /** Those that are done, of all. */
  readonly done: number;
  readonly repetitions: number;
  /** By the metric's name; null: nobody knows. */
  readonly figures: Readonly<Record<string, Figure | null>>;
  readonly toolCalls: Readonly<Record<string, Figure>>;
  /** Of the first repetition that has one. */
  readonly firstDifference: FirstDifference | null;
  /** What failed, by repetition. */
  readonly failures: readonly {
    readonly repetition: number;
    readonly code: string;
    readonly message: string;
  }[];
  /** The forks. */
  readonly threads: readonly string[];
  /** Of the first repetition that is done. */
  readonly measures: VariantMeasures | null;
  /** What makes its figures doubtful, for people. */
  readonly warnings: readonly string[];
}

export interface Comparison {
  readonly name: string;
  readonly mode: ExperimentResults["mode"];
  readonly base: { readonly threadId: string; readonly offset: number };
  readonly metrics: readonly ComparedMetric[];
  /** The base first, then the variants in the plan's order. */
  readonly rows: readonly ComparedVariant[];
}

type MetricKind = Pick<ComparedMetric, "name" | "unit" | "better"> & {
  readonly of: (measures: VariantMeasures) => number | null;
};

const COST = "cost";

/** Each costs something: where all costs are known, the cheapest variant is best, and not the one with most of these. */
const WEIGHED = new Set(["inputTokens", "cachedShare", "keptCache", "outputTokens", "requests"]);

const METRICS: readonly MetricKind[] = [
  { name: COST, unit: "usd", better: "less", of: (m) => m.cost ?? null },
  { name: "inputTokens", unit: "tokens", better: "less", of: (m) => m.inputTokens },
  { name: "cachedTokens", unit: "tokens", better: null, of: (m) => m.cachedTokens },
  {
    ...{ name: "cachedShare", unit: "share", better: "more" },
    of: (m) => (m.inputTokens === 0 ? null : m.cachedTokens / m.inputTokens),
  },
  { name: "outputTokens", unit: "tokens", better: "less", of: (m) => m.outputTokens },
  { name: "requests", unit: "count", better: "less", of: (m) => m.requests },
  { name: "compactions", unit: "count", better: "less", of: (m) => m.compactions },
  { name: "forgottenBytes", unit: "bytes", better: "less", of: (m) => m.forgottenBytes },
  { name: "timeMs", unit: "ms", better: "less", of: (m) => m.timeMs },
];

/** Of the base's prompt at the fork: after that, there is another one. */
const KEPT_CACHE: MetricKind = {
  ...{ name: "keptCache", unit: "share", better: "more" },
  of: (m) => m.keptCache,
};

/** What an experiment came to, side by side. Nothing is read: the same results, the same table. */
export function compareVariants(
  { name, mode, base, results }: ExperimentResults,
  own: Readonly<Record<string, Pick<Metric, "better">>> = {},
): Comparison {
  const kinds = [
    ...(mode === "project"
      ? [...METRICS.filter(({ name }) => !name.startsWith("cached")), KEPT_CACHE]
      : METRICS),
    ...Object.entries(own).map(ownKind),
  ];
  const { measures, threadId, offset } = base;
  const baseRow: ComparedVariant = {
    ...{ variant: null, done: 1, repetitions: 1, failures: [], threads: [threadId], measures },
    ...figuresOf([measures], kinds),
    firstDifference: null,
    warnings: warningsOf([measures]),
  };
  const names = [...new Set(results.map(({ variant }) => variant))];
  const rows = names.map((variant) =>
    rowOf(
      results.filter((result) => result.variant === variant),
      kinds,
    ),
  );
  const isPriced = rows.every(({ figures }) => (figures[COST] ?? null) !== null);
  const metrics = kinds.map(({ of: _of, ...kind }) => {
    const better = isPriced && WEIGHED.has(kind.name) ? null : kind.better;
    return { ...kind, better, ...endsOf({ ...kind, better }, rows) };
  });
  return { name, mode, base: { threadId, offset }, metrics, rows: [baseRow, ...rows] };
}

function ownKind([name, { better = "more" }]: [string, Pick<Metric, "better">]): MetricKind {
  return { name, unit: "count", better, of: ({ own }) => ownMember(own, name) ?? null };
}

function rowOf(results: readonly VariantResult[], kinds: readonly MetricKind[]): ComparedVariant {
  const measured = results.flatMap(({ measures }) => measures ?? []);
  return {
    variant: results[0]?.variant ?? null,
    done: measured.length,
    repetitions: results.length,
    ...figuresOf(measured, kinds),
    firstDifference: measured.find((one) => one.firstDifference !== null)?.firstDifference ?? null,
    failures: results.flatMap(({ repetition, failure }) =>
      failure === null ? [] : [{ repetition, ...failure }],
    ),
    threads: results.map(({ threadId }) => threadId),
    measures: measured[0] ?? null,
    warnings: warningsOf(measured),
  };
}

/** A compaction costs a request and most of the cache; one in every second request is a loop. */
function warningsOf(measured: readonly VariantMeasures[]): readonly string[] {
  const looped = measured.find(
    ({ compactions, requests }) => compactions > 1 && compactions * 2 >= requests,
  );
  if (looped === undefined) return [];
  const { compactions, requests } = looped;
  const words = `${compactions} compactions in ${requests} ${nounFor(requests, "request")}`;
  return [`compacts in every second request or more often: ${words}`];
}

function figuresOf(
  measured: readonly VariantMeasures[],
  kinds: readonly MetricKind[],
): Pick<ComparedVariant, "figures" | "toolCalls"> {
  const tools = [
    ...new Set(measured.flatMap(({ toolCalls }) => Object.keys(toolCalls))),
  ].toSorted();
  const calls = tools.flatMap((tool): [string, Figure][] => {
    const figure = figureOf(measured.map(({ toolCalls }) => ownMember(toolCalls, tool) ?? 0));
    return figure === null ? [] : [[tool, figure]];
  });
  return {
    figures: Object.fromEntries(
      kinds.map((kind) => [kind.name, figureOf(measured.flatMap((one) => kind.of(one) ?? []))]),
    ),
    toolCalls: Object.fromEntries(calls),
  };
}

function figureOf(values: readonly number[]): Figure | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) return null;
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? least;
  const high = sorted[Math.ceil(middle)] ?? most;
  return { median: (low + high) / 2, least, most };
}

/** Only where there is something to choose between. */
function endsOf(
  { name, better }: Pick<ComparedMetric, "name" | "better">,
  rows: readonly ComparedVariant[],
): Pick<ComparedMetric, "best" | "worst"> {
  const known = rows.flatMap(({ variant, figures }) => {
    const figure = figures[name] ?? null;
    return figure === null || variant === null ? [] : [{ variant, median: figure.median }];
  });
  const medians = known.map(({ median }) => median);
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  if (better === null || known.length < 2 || least === most) return { best: [], worst: [] };
  const at = (wanted: number) =>
    known.filter(({ median }) => median === wanted).map(({ variant }) => variant);
  return better === "less"
    ? { best: at(least), worst: at(most) }
    : { best: at(most), worst: at(least) };
}
