import { compareText, type Times, utcTimes } from "../figures.js";
import { dayOf, type SpendReport, spendReport } from "./spend-groups.js";
import {
  addSpend,
  emptySpend,
  entry,
  sizeQuantile,
  spendOf,
  type Spend,
  type Tally,
  type ThreadSize,
  UNKNOWN_MODEL,
} from "./tally.js";

/** How often a tool was used, and what it gave back. Sizes are of the outputs before bounding. */
export interface ToolReport {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
  readonly outputs: number;
  readonly outputBytes: number;
  /** Within 1 %. */
  readonly medianBytes: number;
  readonly p95Bytes: number;
  readonly maxBytes: number;
}

export interface TypeReport {
  /** An event's type. */
  readonly type: string;
  /** Of its item, or of the foreign line that it stands for; null: the type says it all. */
  readonly kind: string | null;
  readonly events: number;
  readonly bytes: number;
}

export type ModelReport = SpendReport & { readonly model: string };

/** What a tally says, sorted for people and programs. */
export interface StatsReport extends Readonly<Omit<Tally, TallyMap>> {
  /** In which days are meant: `UTC`, `Europe/Berlin`. */
  readonly zone: string;
  readonly tokens: SpendReport;
  /** `cachedInput / input`, 0 to 1; null: no input was reported. */
  readonly cacheShare: number | null;
  /** Most tokens first. */
  readonly models: readonly ModelReport[];
  /** Models of requests whose cost is unknown; null: nobody named it. */
  readonly unpricedModels: readonly (string | null)[];
  /** Oldest first, days without a request left out. */
  readonly days: readonly DayReport[];
  /** Most calls first. */
  readonly tools: readonly ToolReport[];
  /** Most bytes first. */
  readonly types: readonly TypeReport[];
  /** Most tokens first; ten at most. */
  readonly largest: readonly ThreadReport[];
}

export interface DayReport extends SpendReport {
  /** `2026-04-01`. */
  readonly day: string;
  /** Most tokens first. */
  readonly models: readonly ModelReport[];
}

export interface ThreadReport extends Omit<ThreadSize, "spend"> {
  /** Everything in and out. */
  readonly tokens: number;
  readonly cost: number | null;
  /** Requests whose cost is unknown. */
  readonly unpriced: number;
}

/** What of a tally is sorted. */
type TallyMap = "spend" | "tools" | "types" | "models" | "sizes";

const LARGEST = 10;

/**
 * Sorts a tally out. Totals are sums of the same reports, however they are cut.
 * @param times the zone in which days are meant
 */
export function statsReport(tally: Tally, times: Times = utcTimes): StatsReport {
  const total = emptySpend();
  const byModel = new Map<string, Spend>();
  const byDay = new Map<string, Map<string, Spend>>();
  for (const { at, model, spend } of spendOf(tally)) {
    addSpend(total, spend);
    addSpend(entry(byModel, model, emptySpend), spend);
    const day = entry(byDay, dayOf(times, at), () => new Map<string, Spend>());
    addSpend(entry(day, model, emptySpend), spend);
  }
  const { threads, forks, turns, compactions, rollbacks, events, bytes, copiedEvents } = tally;
  const { firstAt, lastAt, sizes } = tally;
  const models = modelReports(byModel);
  return {
    ...{ threads, forks, turns, compactions, rollbacks, events, bytes, copiedEvents },
    ...{ firstAt, lastAt, zone: times.zone },
    tokens: spendReport(total),
    cacheShare: total.input === 0 ? null : total.cachedInput / total.input,
    models,
    unpricedModels: models
      .filter(({ unpriced }) => unpriced > 0)
      .map(({ model }) => (model === UNKNOWN_MODEL ? null : model)),
    days: dayReports(byDay),
    tools: toolReports(tally),
    types: typeReports(tally),
    largest: [...sizes.values()].map(threadReport).toSorted(byTokens).slice(0, LARGEST),
  };
}

function threadReport({ spend, ...size }: ThreadSize): ThreadReport {
  const { cost, unpriced, total: tokens } = spendReport(spend);
  return { ...size, tokens, cost, unpriced };
}

/** A total order, so that which threads are kept does not depend on the order of merging. */
function byTokens(one: ThreadReport, other: ThreadReport): number {
  return (
    other.tokens - one.tokens ||
    other.bytes - one.bytes ||
    compareText(one.name, other.name) ||
    compareText(JSON.stringify(one), JSON.stringify(other))
  );
}

function modelReports(byModel: ReadonlyMap<string, Spend>): readonly ModelReport[] {
  return [...byModel]
    .map(([model, spend]) => ({ model, ...spendReport(spend) }))
    .toSorted((one, other) => other.total - one.total || compareText(one.model, other.model));
}

function dayReports(byDay: ReadonlyMap<string, Map<string, Spend>>): DayReport[] {
  return [...byDay]
    .map(([day, byModel]) => {
      const sum = emptySpend();
      for (const spend of byModel.values()) addSpend(sum, spend);
      return { day, ...spendReport(sum), models: modelReports(byModel) };
    })
    .toSorted((one, other) => compareText(one.day, other.day));
}

function toolReports({ tools }: Tally): ToolReport[] {
  return [...tools]
    .map(([name, { calls, failures, outputs }]) => ({
      name,
      calls,
      failures,
      outputs: outputs.count,
      outputBytes: outputs.bytes,
      medianBytes: sizeQuantile(outputs, 0.5),
      p95Bytes: sizeQuantile(outputs, 0.95),
      maxBytes: outputs.maxBytes,
    }))
    .toSorted((one, other) => other.calls - one.calls || compareText(one.name, other.name));
}

function typeReports({ types }: Tally): TypeReport[] {
  return [...types]
    .map(([name, size]) => {
      const space = name.indexOf(" ");
      const [type, kind] = space < 0 ? [name, null] : [name.slice(0, space), name.slice(space + 1)];
      return { type, kind, ...size };
    })
    .toSorted(
      (one, other) =>
        other.bytes - one.bytes ||
        compareText(one.type, other.type) ||
        compareText(one.kind ?? "", other.kind ?? ""),
    );
}
