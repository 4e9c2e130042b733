import { InvalidArgument } from "../../errors.js";
import { isCalendarDay } from "./calendar-day.js";

const AGE = /^(\d+)\s*(m|min|h|d|w|y)$/;
const HOURS: Readonly<Record<string, number>> = {
  m: 1 / 60,
  min: 1 / 60,
  h: 1,
  d: 24,
  w: 7 * 24,
  y: 365 * 24,
};
const DAY = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The moment that a person names: a day or a time (`2026-04-01`, `2026-04-01T12:00Z`; UTC, where they
 * name no zone), or how long ago it was (`90m`, `12h`, `30d`, `2w`, `1y`).
 * @param option named in the refusal
 * @throws {InvalidArgument} it is neither
 */
export function parseMoment(text: string, option: string): Date {
  const age = AGE.exec(text);
  if (age !== null) {
    const hours = Number(age[1]) * (HOURS[age[2] ?? ""] ?? 0);
    return new Date(Math.max(0, Date.now() - hours * 3_600_000)); // nothing is older than 1970
  }
  const time = timeIn(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgument(
    `${option}: not a time: ${JSON.stringify(text)}`,
    "give a day (2026-04-01), a time (2026-04-01T12:00Z) or an age (90m, 12h, 30d, 2w, 1y)",
  );
}

/** An invalid date: it is no day and no time. */
function timeIn(text: string): Date {
  const match = DAY.exec(text);
  if (match === null || !isCalendarDay(text)) return new Date(NaN);
  const isZoned = match.groups?.["zone"] !== undefined || !text.includes("T");
  return new Date(isZoned ? text : `${text}Z`); // JavaScript's own reading goes by the machine's zone
}
