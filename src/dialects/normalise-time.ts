const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A time as events write it, and in milliseconds since 1970. */
export interface EventTime {
  readonly at: string;
  readonly timeMs: number;
}

/** Stands for the time of an event before which no time is known. */
export const UNKNOWN_TIME: EventTime = { at: "1970-01-01T00:00:00.000Z", timeMs: 0 };

/**
 * A foreign time in UTC, to the millisecond. Finer digits are cut off.
 * @returns null when the text is no time of the years 0 to 9999
 */
export function normaliseTime(text: unknown): EventTime | null {
  if (typeof text !== "string") return null;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return null;
  const at = new Date(timeMs).toISOString();
  return TIMESTAMP.test(at) ? { at, timeMs } : null;
}
