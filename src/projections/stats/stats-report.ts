import {
  addSpend,
  compareText,
  emptySpend,
  entry,
  sizeQuantile,
  type Spend,
  type Tally,
  type ThreadSize,
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

/** What a tally says, sorted for people and programs. */
export interface StatsReport {
  readonly threads: number;
  readonly forks: number;
  readonly turns: number;
  readonly compactions: number;
  readonly rollbacks: number;
  readonly events: number;
  readonly bytes: number;
  /** Events that a session copied from another one; they count where they came from. */
  readonly copiedEvents: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly tokens: Spend;
  /** `cachedInput / input`, 0 to 1; null: no input was reported. */
  readonly cacheShare: number | null;
  /** Most tokens first. */
  readonly models: readonly (Spend & { readonly model: string })[];
  /** Oldest first, days (UTC) without a request left out. */
  readonly days: readonly DayReport[];
  /** Most calls first. */
  readonly tools: readonly ToolReport[];
  /** Most bytes first. */
  readonly types: readonly TypeReport[];
  /** Most tokens first. */
  readonly largest: readonly ThreadSize[];
}

export interface DayReport extends Spend {
  /** `2026-04-01`. */
  readonly day: string;
  /** Most tokens first. */
  readonly models: readonly (Spend & { readonly model: string })[];
}

const DAY_LENGTH = 10;

/** Sorts a tally out. Totals are sums of the same reports, however they are cut. */
export function statsReport(tally: Tally): StatsReport {
  const total = emptySpend();
  const byModel = new Map<string, Spend>();
  const byDay = new Map<string, Map<string, Spend>>();
  for (const [key, spend] of tally.spend) {
    const [day, model] = [key.slice(0, DAY_LENGTH), key.slice(DAY_LENGTH)];
    addSpend(total, spend);
    addSpend(entry(byModel, model, emptySpend), spend);
    addSpend(
      entry(
        entry(byDay, day, () => new Map<string, Spend>()),
        model,
        emptySpend,
      ),
      spend,
    );
  }
  const { threads, forks, turns, compactions, rollbacks, events, bytes, copiedEvents } = tally;
  const { firstAt, lastAt, largest } = tally;
  return {
    ...{ threads, forks, turns, compactions, rollbacks, events, bytes, copiedEvents },
    ...{ firstAt, lastAt },
    tokens: total,
    cacheShare: total.input === 0 ? null : total.cachedInput / total.input,
    models: modelReports(byModel),
    days: dayReports(byDay),
    tools: toolReports(tally),
    types: typeReports(tally),
    largest,
  };
}

function modelReports(byModel: ReadonlyMap<string, Spend>): DayReport["models"] {
  return [...byModel]
    .map(([model, spend]) => ({ model, ...spend }))
    .toSorted((one, other) => other.total - one.total || compareText(one.model, other.model));
}

function dayReports(byDay: ReadonlyMap<string, Map<string, Spend>>): DayReport[] {
  return [...byDay]
    .map(([day, byModel]) => {
      const sum = emptySpend();
      for (const spend of byModel.values()) addSpend(sum, spend);
      return { day, ...sum, models: modelReports(byModel) };
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
    .toSorted((one, other) => other.bytes - one.bytes || compareText(one.type, other.type));
}
