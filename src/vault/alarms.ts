import { visibleLine } from "../projections/display-text.js";
import { byteFigure, counted, moneyFigure } from "../projections/figures.js";
import type { KeptFile } from "./catalog.js";

/** From where on something is told. */
export interface AlarmLimits {
  /** A file that grows by more in an hour. */
  readonly hourlyBytes: number;
  /** A disk that is full within so many hours, if the homes on it grow as in the last day. */
  readonly diskHours: number;
  /** A session whose cache breaks cost more, in US dollars. */
  readonly cacheBreakUsd: number;
}

export const DEFAULT_LIMITS: AlarmLimits = {
  hourlyBytes: 100 * 1024 * 1024, // an hour's work with a picture a minute is a third of it
  diskHours: 24,
  cacheBreakUsd: 5,
};

type FilePlace = Pick<KeptFile, "tool" | "home" | "path">;

/** Something that the owner of a home has to know. Times are in milliseconds since 1970. */
export type Alarm =
  /** A session is not in its home any more, under no path. `bytes`: as it was kept last. */
  | (FilePlace & { readonly kind: "vanished"; readonly at: number; readonly bytes: number })
  /** A session became shorter. */
  | (FilePlace & {
      readonly kind: "shrank";
      readonly at: number;
      readonly fromBytes: number;
      readonly bytes: number;
    })
  | (FilePlace & {
      readonly kind: "growing";
      readonly at: number;
      readonly bytes: number;
      readonly hourlyBytes: number;
    })
  /** `path` is a home on the disk. */
  | {
      readonly kind: "disk";
      readonly path: string;
      readonly freeBytes: number;
      readonly dailyBytes: number;
      readonly hours: number;
    }
  | (FilePlace & { readonly kind: "cache-breaks"; readonly breaks: number; readonly usd: number });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What was kept last of files that their owner has to know: sessions that vanished or shrank, files that grow
 * fast.
 * @param changed those that are looked at
 * @param all of the vault: a session that has moved is not lost
 */
export function fileAlarms(
  changed: readonly KeptFile[],
  all: readonly KeptFile[],
  { hourlyBytes: limit }: AlarmLimits,
): readonly Alarm[] {
  const isAnyGone = changed.some((file) => !isThere(file));
  const present = new Set(isAnyGone ? all.filter(isThere).map(movedName) : []);
  return changed.flatMap((file): readonly Alarm[] => {
    const { newest } = file;
    if (newest === undefined) return [];
    const { tool, home, path, role } = file;
    const place = { tool, home, path, at: newest.at };
    const fromBytes = file.generations.at(-2)?.bytes ?? 0;
    if (newest.why === "gone") {
      const isLost = role === "session" && !present.has(movedName(file));
      return isLost ? [{ kind: "vanished", ...place, bytes: fromBytes }] : [];
    }
    const { bytes, why } = newest;
    const isCut = (why === "shrank" || why === "rewritten") && bytes < fromBytes;
    const hourlyBytes = growthOf(file);
    return [
      ...(isCut && role === "session"
        ? [{ kind: "shrank" as const, ...place, fromBytes, bytes }]
        : []),
      ...(hourlyBytes > limit ? [{ kind: "growing" as const, ...place, bytes, hourlyBytes }] : []),
    ];
  });
}

function isThere({ newest }: KeptFile): boolean {
  return newest?.why !== "gone";
}

/** What a session keeps when its tool archives it or packs it: it is the same one, and not lost. */
function movedName({ home, path }: KeptFile): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.(?:gz|zst)$/, "");
  return `${home}\n${name}`;
}

/** By how many bytes a file grew in the hour before it was kept last. */
function growthOf({ newest, generations }: KeptFile): number {
  if (newest === undefined) return 0;
  const before = newestUntil(generations, newest.at - HOUR_MS) ?? generations[0] ?? newest;
  const hours = Math.max(1, (newest.at - before.at) / HOUR_MS);
  return Math.max(0, newest.bytes - before.bytes) / hours;
}

function newestUntil(generations: KeptFile["generations"], until: number) {
  return generations.findLast(({ at }) => at <= until);
}

/** By how many bytes files grew in the day before a moment; what was met in it, from then on. */
export function dailyGrowth(files: readonly KeptFile[], now: number): number {
  return files.reduce((sum, { generations }) => {
    const newest = newestUntil(generations, now);
    const before = newestUntil(generations, now - DAY_MS) ?? generations[0];
    return sum + Math.max(0, (newest?.bytes ?? 0) - (before?.bytes ?? 0));
  }, 0);
}

/** A disk with homes on it. */
export interface Disk {
  /** Of one of the homes. */
  readonly path: string;
  readonly freeBytes: number;
  /** By how much its homes grew in the last day. */
  readonly dailyBytes: number;
}

/** Disks that will soon be full, if it goes on so. */
export function diskAlarms(disks: readonly Disk[], { diskHours }: AlarmLimits): readonly Alarm[] {
  return disks.flatMap((disk) => {
    const hours = disk.dailyBytes === 0 ? Infinity : (disk.freeBytes / disk.dailyBytes) * 24;
    return hours < diskHours ? [{ kind: "disk" as const, ...disk, hours }] : [];
  });
}

/** What counts of a request: when it was sent (RFC 3339), and what it lost of the cache. */
interface SentRequest {
  readonly sentAt: string;
  readonly break: { readonly lostUsd: number | null } | null;
}

/** A session whose cache breaks came to cost more than the limit since a moment (RFC 3339). */
export function cacheAlarms(
  { tool, home, path }: FilePlace,
  requests: readonly SentRequest[],
  { since, limits }: { readonly since: string; readonly limits: AlarmLimits },
): readonly Alarm[] {
  const broken = requests.flatMap((request) =>
    request.break === null ? [] : [{ sentAt: request.sentAt, usd: request.break.lostUsd ?? 0 }],
  );
  const usd = sumOf(broken);
  const before = sumOf(broken.filter(({ sentAt }) => sentAt < since));
  const isCrossed = before <= limits.cacheBreakUsd && usd > limits.cacheBreakUsd;
  return isCrossed
    ? [{ kind: "cache-breaks", ...{ tool, home, path }, breaks: broken.length, usd }]
    : [];
}

function sumOf(breaks: readonly { readonly usd: number }[]): number {
  return breaks.reduce((sum, { usd }) => sum + usd, 0);
}

/** What was told, so that nobody is told the same twice within a day. */
export class ToldAlarms {
  readonly #told = new Map<string, number>();

  /** Those that were not told within the last day; now they are. */
  fresh(alarms: readonly Alarm[], now: number): readonly Alarm[] {
    for (const [key, at] of this.#told) if (at <= now - DAY_MS) this.#told.delete(key);
    return alarms.filter((alarm) => {
      const key = keyOf(alarm);
      if (this.#told.has(key)) return false;
      this.#told.set(key, now);
      return true;
    });
  }
}

/** A session that vanishes, comes back and vanishes again is told of twice; what goes on, once. */
function keyOf(alarm: Alarm): string {
  const isEvent = alarm.kind === "vanished" || alarm.kind === "shrank";
  const home = alarm.kind === "disk" ? "" : alarm.home;
  return JSON.stringify([alarm.kind, home, alarm.path, isEvent ? alarm.at : null]);
}

/** An alarm as a sentence, safe to show. */
export function alarmWords(alarm: Alarm): string {
  const { kind, path } = alarm;
  const name = visibleLine(kind === "disk" ? path : `${alarm.home}/${path}`);
  switch (kind) {
    case "vanished":
      return `vanished: ${name}, ${byteFigure(alarm.bytes)}; the vault has it`;
    case "shrank":
      return `shrank: ${name}, from ${byteFigure(alarm.fromBytes)} to ${byteFigure(alarm.bytes)}; the vault has both`;
    case "growing":
      return `growing: ${name}, by ${byteFigure(Math.round(alarm.hourlyBytes))} an hour, now ${byteFigure(alarm.bytes)}`;
    case "disk":
      return `disk: the one with ${name} has ${byteFigure(alarm.freeBytes)} left, and its homes grew by ${byteFigure(alarm.dailyBytes)} in a day`;
    case "cache-breaks":
      return `cache: ${counted(alarm.breaks, "break")} of ${name} cost ${moneyFigure(alarm.usd)}`;
  }
}
