import { DerivedEventIds } from "./derived-ids.js";

/** A time as events write it, and in milliseconds since 1970. */
export interface EventTime {
  readonly at: string;
  readonly timeMs: number;
}

/** Stands for the time of an event before which no time is known. */
export const UNKNOWN_TIME: EventTime = { at: "1970-01-01T00:00:00.000Z", timeMs: 0 };

/** Places, times and ids of one thread's events. */
export class EventStamps {
  readonly #ids: DerivedEventIds;
  readonly #times = new TimeReader();

  /** @param time of the first objects, if they have none of their own */
  constructor(
    threadId: string,
    private time: EventTime = UNKNOWN_TIME,
  ) {
    this.#ids = new DerivedEventIds(threadId);
  }

  /** @param timestamp of the next object; without one it has that of the object before */
  next(
    offset: number,
    timestamp: unknown,
  ): { readonly offset: number; readonly id: string; readonly at: string } {
    this.time = this.#times.read(timestamp) ?? this.time;
    const { at, timeMs } = this.time;
    return { offset, id: this.#ids.idOf(offset, timeMs), at };
  }
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const DAY_LENGTH = "2026-04-01".length;
const DAY_MS = 86_400_000;

/** Foreign times in UTC, to the millisecond; finer digits are cut off. */
export class TimeReader {
  /** Of the time before: nearly every line has the same, and is in the canonical form. */
  #day = "none";
  #dayMs = 0;

  /** @returns null if the text is no time of the years 0 to 9999 */
  read(text: unknown): EventTime | null {
    if (typeof text !== "string") return null;
    if (text.startsWith(this.#day) && TIMESTAMP.test(text)) {
      return { at: text, timeMs: this.#dayMs + timeOfDay(text) };
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

/** Milliseconds since midnight. */
function timeOfDay(text: string): number {
  const minutes = twoDigits(text, 11) * 60 + twoDigits(text, 14);
  const milliseconds = twoDigits(text, 20) * 10 + digit(text, 22);
  return (minutes * 60 + twoDigits(text, 17)) * 1000 + milliseconds;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - ZERO;
}

const ZERO = 0x30;
