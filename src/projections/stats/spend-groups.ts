import { compareText, costFigure, counted, type Times } from "../figures.js";
import { addSpend, emptySpend, entry, type Spend, spendOf, type Tally } from "./tally.js";

/** Tokens and money; null: no cost of any of its requests is known. */
export interface SpendReport extends Omit<Spend, "cost"> {
  readonly cost: number | null;
}

export function spendReport(spend: Readonly<Spend>): SpendReport {
  return { ...spend, cost: spend.unpriced > 0 && spend.cost === 0 ? null : spend.cost };
}

/** What it cost, for people, and what is not known of it. */
export function spendWords(spend: SpendReport): readonly string[] {
  const { unpriced, partialOutputs } = spend;
  return [
    costFigure(spend),
    ...(unpriced === 0 ? [] : [`${counted(unpriced, "request")} of unknown price`]),
    ...(partialOutputs === 0
      ? []
      : [`${counted(partialOutputs, "request")} with more output than was recorded`]),
  ];
}

/** By what spend is cut. A window lasts five hours from the hour of its first request. */
export const SPEND_CUTS = [
  ...(["project", "session", "model"] as const),
  ...(["month", "week", "day", "window"] as const),
] as const;
export type SpendCut = (typeof SPEND_CUTS)[number];

/** What was spent in one part of a cut. */
export interface SpendGroup extends SpendReport {
  /**
   * `2026-04`, `2026-03-30` (a week's Monday), `2026-04-01`, the window's beginning in RFC 3339, a
   * model, a folder, or the path of a session; `unknown`: nobody named one.
   */
  readonly name: string;
}

/** What was spent, by one cut. */
export interface CutSpend {
  readonly by: SpendCut;
  readonly groups: readonly SpendGroup[];
}

/**
 * What was spent, by one cut; the groups add up to the whole. Times come oldest first, others with
 * the highest cost first.
 * @param times the zone in which days, weeks and months are meant
 */
export function spendGroups(tally: Tally, cut: SpendCut, times: Times): readonly SpendGroup[] {
  const groups = new Map<string, Spend>();
  for (const { name, spend } of partsOf(tally, cut, times)) {
    addSpend(entry(groups, name, emptySpend), spend);
  }
  const isTime = cut !== "project" && cut !== "session" && cut !== "model";
  return [...groups]
    .filter(([, spend]) => Object.values(spend).some((count) => count !== 0))
    .map(([name, spend]) => ({ name, ...spendReport(spend) }))
    .toSorted((one, other) => {
      const byCost = (other.cost ?? 0) - (one.cost ?? 0) || other.total - one.total;
      return (isTime ? 0 : byCost) || compareText(one.name, other.name);
    });
}

interface Part {
  readonly name: string;
  readonly spend: Readonly<Spend>;
}

const UNKNOWN = "unknown";

function partsOf(tally: Tally, cut: SpendCut, times: Times): Iterable<Part> {
  const parts = [...spendOf(tally)];
  const sizes = [...tally.sizes.values()];
  switch (cut) {
    case "project":
      return sizes.map(({ project, spend }) => ({ name: project ?? UNKNOWN, spend }));
    case "session":
      return sizes.map(({ name, spend }) => ({ name, spend }));
    case "model":
      return parts.map(({ model, spend }) => ({ name: model, spend }));
    case "window": {
      const windowOf = windowsOf(parts.map(({ at }) => at));
      return parts.map(({ at, spend }) => ({ name: windowOf(at), spend }));
    }
    case "month":
      return parts.map(({ at, spend }) => ({ name: dayOf(times, at).slice(0, 7), spend }));
    case "week":
      return parts.map(({ at, spend }) => ({ name: mondayOf(dayOf(times, at)), spend }));
    case "day":
      return parts.map(({ at, spend }) => ({ name: dayOf(times, at), spend }));
  }
}

/** `2026-04-01`, in the zone. */
export function dayOf(times: Times, at: string): string {
  return times.time(at).slice(0, "2026-04-01".length);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WINDOW_MS = 5 * HOUR_MS;

function mondayOf(day: string): string {
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return day;
  const sinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, day.length);
}

/** Each time's window: the first begins with the first hour, the next with the first hour after it. */
function windowsOf(times: readonly string[]): (at: string) => string {
  const windows = new Map<string, string>();
  let start = -Infinity;
  for (const at of [...new Set(times)].toSorted(compareText)) {
    const time = Date.parse(at);
    if (time >= start + WINDOW_MS) start = time - (time % HOUR_MS);
    windows.set(at, Number.isNaN(time) ? at : new Date(start).toISOString());
  }
  return (at) => windows.get(at) ?? at;
}
