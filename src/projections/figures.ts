import { nounFor } from "./display-text.js";

/** `1,234`, in every locale. Without `Intl`, which takes longer to load than a small command's work. */
export function figure(count: number): string {
  return figureOf(String(count));
}

function figureOf(digits: string): string {
  return digits.replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** `512 B`, `1.4 KB`, `2.0 MB`: three figures at most, powers of 1024. */
export function byteFigure(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes;
  for (const unit of ["KB", "MB", "GB"]) {
    value /= 1024;
    if (value < 1024 || unit === "GB") return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
  }
  return `${bytes} B`;
}

/** `950`, `1.2k`, `34k`, `1.3M`: for tokens in narrow columns. */
export function shortFigure(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(count < 9_950_000 ? 1 : 0)}M`;
}

/** `$12.40`, `$1,204.50`, below a dollar `$0.0123`; `?`: unknown, which is not free. */
export function moneyFigure(usd: number | null): string {
  if (usd === null) return "?";
  if (usd === 0) return "$0.00";
  if (usd < 0.0001) return "<$0.0001";
  return `$${figureOf(usd.toFixed(usd < 0.99995 ? 4 : 2))}`;
}

/** What requests cost together; `$12.40+`: the price of some is unknown. */
export function costFigure(spent: {
  readonly cost: number | null;
  readonly unpriced: number;
}): string {
  const isLess = spent.cost !== null && spent.unpriced > 0;
  return `${moneyFigure(spent.cost)}${isLess ? "+" : ""}`;
}

/** `1 turn`, `2 turns`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${nounFor(count, one, many)}`;
}

/** `5 min`, `5 min to 1 h`, `at most 24 h`, `at least 30 min`: how long something is kept. */
export function lifetimeFigure({
  leastMs,
  mostMs,
}: {
  readonly leastMs: number | null;
  readonly mostMs: number | null;
}): string {
  const [least, most] = [leastMs, mostMs].map((ms) => (ms === null ? null : wholeFigure(ms)));
  if (least === most) return least ?? "an unknown time";
  if (least === null) return `at most ${most}`;
  return most === null ? `at least ${least}` : `${least} to ${most}`;
}

function wholeFigure(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** `340 ms`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export function durationFigure(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** How people see times. Programs get them as events have them: RFC 3339, in UTC. */
export interface Times {
  /** `UTC`, `Europe/Berlin`: said once where times are shown. */
  readonly zone: string;
  /** `2025-11-01 00:36:16`. @param at RFC 3339, in UTC */
  readonly time: (at: string) => string;
}

export const utcTimes: Times = { zone: "UTC", time: (at) => at.slice(0, 19).replace("T", " ") };

/** `2026-04-09 18:02:11 to 18:03:40 UTC (1 min 29 s)`; null: nobody knows when it began. */
export function spanFigure(
  { startedAt, endedAt }: { readonly startedAt: string | null; readonly endedAt: string | null },
  { time, zone }: Times,
): string | null {
  if (startedAt === null) return null;
  const [start, end] = [time(startedAt), time(endedAt ?? startedAt)];
  const spanMs = Math.max(0, Date.parse(endedAt ?? startedAt) - Date.parse(startedAt));
  const shownEnd = start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end;
  return `${start} to ${shownEnd} ${zone} (${durationFigure(spanMs)})`;
}

/** Each count's share of all of them, in whole per cent that add up to 100: the largest rests are rounded up. */
export function wholePercents(counts: readonly number[]): readonly number[] {
  const total = sum(counts);
  if (total === 0) return counts.map(() => 0);
  const shares = counts.map((count) => (count * 100) / total);
  const whole = shares.map(Math.floor);
  const up = new Set(
    shares
      .map((share, index) => ({ index, rest: share % 1 }))
      .toSorted((one, other) => other.rest - one.rest)
      .slice(0, 100 - sum(whole))
      .map(({ index }) => index),
  );
  return whole.map((percent, index) => percent + (up.has(index) ? 1 : 0));
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** For sorting; by units, the same in every locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
