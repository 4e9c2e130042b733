import { InvalidArgumentError } from "commander";
import { isCalendarDay } from "./calendar-day.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Parses a day (UTC) or a time; gives the time in UTC as events write it. */
export function sinceOption(text: string): string {
  const isTime = (DAY.test(text) || TIME.test(text)) && isCalendarDay(text);
  const timeMs = isTime ? Date.parse(text) : NaN;
  if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString();
  throw new InvalidArgumentError("A date is YYYY-MM-DD, or a time like 2026-04-01T12:00:00Z.");
}
