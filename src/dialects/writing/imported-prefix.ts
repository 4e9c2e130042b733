import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { DerivedEventIds } from "../derived-ids.js";

/** Digits of a ULID that tell a time; the others are derived from thread and ordinal. */
const TIME_DIGITS = 10;

/**
 * Tells the events that were read from a file of one dialect, and are written again byte for byte, from
 * those recorded behind them. Their ids tell: an import derives them (docs/semantics.md §3.8), a
 * writer of ours draws them.
 */
export class ImportedPrefix {
  #ids: DerivedEventIds | null = null;
  #end = 0;

  constructor(private readonly dialect: string) {}

  /** Events so far that were imported. */
  get end(): number {
    return this.#end;
  }

  /** Takes the events in order, from offset 0 on. */
  take(event: LogEvent): void {
    if (event.offset !== this.#end) return;
    if (event.offset === 0) this.#ids = idsOf(event, this.dialect);
    const derived = this.#ids?.idOf(event.offset, 0).slice(TIME_DIGITS);
    if (event.id.slice(TIME_DIGITS) === derived) this.#end++;
  }
}

function idsOf(event: LogEvent, dialect: string): DerivedEventIds | null {
  if (!isKnownEvent(event) || event.type !== "thread.started") return null;
  const { source, threadId } = event.data;
  return source.dialect === dialect ? new DerivedEventIds(threadId) : null;
}
