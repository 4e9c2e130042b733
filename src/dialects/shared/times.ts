const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A time as events write it, and in milliseconds since 1970. */
export interface EventTime {
  readonly at: string;
  readonly timeMs: number;
}

/** Stands for the time of an event before which no time is known. */
export const UNKNOWN_TIME: EventTime = { at: "1970-01-01T00:00:00.000Z", timeMs: 0 };

/**
 * Foreign times in UTC, to the millisecond; finer digits are cut off. One reader for a session: the
 * day of the time before is remembered, for nearly every line has the same.
 */
export class TimeReader {
  #day = "";
  #dayMs = 0;

  /** @returns null when the text is no time of the years 0 to 9999 */
  read(text: unknown): EventTime | null {
    if (typeof text !== "string") return null;
    if (text.length === CANONICAL_LENGTH && text.slice(0, DAY_LENGTH) === this.#day) {
      const ms = timeOfDay(text);
      if (ms !== null) return { at: text, timeMs: this.#dayMs + ms };
    }
    const timeMs = Date.parse(text);
    if (Number.isNaN(timeMs)) return null;
    const at = new Date(timeMs).toISOString();
    if (!TIMESTAMP.test(at)) return null;
    this.#day = at.slice(0, DAY_LENGTH);
    this.#dayMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
    return { at, timeMs };
  }
}

/** `2026-04-01T12:00:00.000Z` */
const CANONICAL_LENGTH = 24;
const DAY_LENGTH = "2026-04-01T".length;
const DAY_MS = 86_400_000;

/** Milliseconds since midnight, of a time in the canonical form; null: it is in another. */
function timeOfDay(text: string): number | null {
  const isPunctuated =
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.charCodeAt(19) === 0x2e &&
    text.charCodeAt(23) === 0x5a;
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  const ms = twoDigits(text, 20) * 10 + twoDigits(text, 22, 1);
  if (!isPunctuated || !(hours < 24) || !(minutes < 60) || !(seconds < 60)) return null;
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  return Number.isNaN(time) ? null : time;
}

/** The number that one or two digits spell; NaN: they are none. */
function twoDigits(text: string, at: number, count = 2): number {
  const tens = count === 2 ? digitAt(text, at) * 10 : 0;
  return tens + digitAt(text, at + count - 1);
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : NaN;
}
