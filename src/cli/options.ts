import { invalidArgument } from "../errors.js";
import { InvalidArgumentError } from "commander";
import { statusAt } from "../sessions/path-refused.js";
import type { Times } from "../projections/figures.js";
import { localTimes } from "./output/times.js";
import type { TruncationPolicy } from "../events/primitives.js";

export const offsetOption = wholeNumberFrom(0, "An offset");
export const countOption = wholeNumberFrom(1, "A count");
export const countFromZeroOption = wholeNumberFrom(0, "A count");

function wholeNumberFrom(least: number, what: string): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`${what} is a whole number from ${least}.`);
  };
}

/** Parses a limit of tool outputs: `10000` or `10000tokens`, `40000bytes`. */
export function policyOption(text: string): TruncationPolicy {
  const [, digits = "", mode = "tokens"] = /^(\d+)(tokens|bytes)?$/.exec(text) ?? [];
  const limit = digits === "" ? NaN : Number(digits);
  if (!Number.isSafeInteger(limit)) {
    throw new InvalidArgumentError("A limit is a whole number: 10000, 10000tokens or 40000bytes.");
  }
  return { mode: mode === "bytes" ? "bytes" : "tokens", limit };
}

const SIZE = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i;
const SIZE_BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KB: 2 ** 10,
  MB: 2 ** 20,
  GB: 2 ** 30,
};

/** Parses a size: `500KB`, `100MB`, `1.5GB`. @returns bytes */
export function sizeOption(text: string): number {
  const [, number = "", unit = "B"] = SIZE.exec(text) ?? [];
  const bytes = number === "" ? NaN : Number(number) * (SIZE_BYTES[unit.toUpperCase()] ?? NaN);
  if (bytes >= 0) return Math.round(bytes);
  throw new InvalidArgumentError("A size is 500KB, 100MB or 2GB.");
}

/** Takes a path; an empty one, which a shell makes of an unset variable, would mean where one is. */
export function pathOption(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("A path is not empty.");
}

/** Takes one more path among a command's arguments. @param named those before it */
export function pathArgument(text: string, named: readonly string[] = []): readonly string[] {
  return [...named, pathOption(text)];
}

/**
 * Takes the folder after an option that needs none. A word that is no path and names nothing is not meant for the
 * option: `search --codex words`.
 */
export function folderOption(text: string): string {
  const path = pathOption(text);
  if (/[/\\]/.test(path) || statusAt(path) !== undefined) return path;
  throw new InvalidArgumentError(
    "There is no such folder: name one, or put other words before the option.",
  );
}

const AGE = /^(\d+)\s*(m|min|h|d|w|y)$/;
const HOURS: Readonly<Record<string, number>> = {
  m: 1 / 60,
  min: 1 / 60,
  h: 1,
  d: 24,
  w: 7 * 24,
  y: 365 * 24,
};
const DURATION = /^(\d+)\s*(s|m|h|d)$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses how long something takes: `30s`, `10m`, `2h`, `1d`. @returns milliseconds */
export function durationOption(text: string): number {
  const [, digits = "", unit = ""] = DURATION.exec(text) ?? [];
  const ms = Number(digits) * (SECONDS[unit] ?? 0) * 1_000;
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  throw new InvalidArgumentError("A time is 30s, 10m, 2h or 1d, and at most 24 days.");
}

/** What a timer of Node.js can wait for. */
const LONGEST_MS = 2 ** 31 - 1;

const DAY = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The moment that a person names: a day or a time (`2026-04-01`, `2026-04-01T12:00Z`), or how long ago
 * it was (`90m`, `12h`, `30d`, `2w`, `1y`).
 * @param option named in the refusal
 * @param times how times are shown: without a zone of its own, a time is meant so
 * @throws {RefoldError} `invalid-argument`: it is neither
 */
export function parseMoment(
  text: string,
  option: string,
  { zone }: Pick<Times, "zone"> = localTimes(),
): Date {
  const age = AGE.exec(text);
  if (age !== null) {
    const hours = Number(age[1]) * (HOURS[age[2] ?? ""] ?? 0);
    return new Date(Math.max(0, Date.now() - hours * 3_600_000)); // nothing is older than 1970
  }
  const time = timeIn(text, zone === "UTC" ? "Z" : "");
  if (!Number.isNaN(time.getTime())) return time;
  throw invalidArgument(
    `${option}: not a time: ${JSON.stringify(text)}`,
    "give a day (2026-04-01), a time (2026-04-01T12:00Z) or an age (90m, 12h, 30d, 2w, 1y)",
  );
}

/**
 * An invalid date: it is no day and no time.
 * @param zone after a time without one: `Z`; empty: local
 */
function timeIn(text: string, zone: "Z" | ""): Date {
  const match = DAY.exec(text);
  if (match === null || !isCalendarDay(text)) return new Date(NaN);
  if (match.groups?.["zone"] !== undefined) return new Date(text);
  // JavaScript reads a time by the machine's zone, but a day alone by UTC.
  return new Date(`${text}${text.includes("T") ? "" : "T00:00"}${zone}`);
}

/** Whether a text begins with a day that there is: `Date` takes 30 February for one in March. */
function isCalendarDay(text: string): boolean {
  const day = text.slice(0, "2026-04-01".length);
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
