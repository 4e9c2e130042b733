import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import {
  decodeRawLine,
  endOf,
  linesBackward,
  peekType,
  type RawLine,
} from "../../store/jsonl/lines.js";
import type { EventStore } from "../../store/event-store.js";
import type { LogFile } from "../../store/jsonl/log-file.js";

/** What the tail of a thread's own log says of its state. */
export interface TailFacts {
  readonly turns: number;
  readonly tokens: number;
  readonly model: string | null;
  /** Undefined: not renamed in what was read, up to the log's first event. */
  readonly title: string | null | undefined;
}

/** The types that may follow a turn's end without changing the totals in it. */
export const CHANGES_NO_TOTALS: ReadonlySet<string> = new Set([
  "thread.renamed",
  "thread.configured",
  "notice.logged",
  "request.sent",
  "snapshot.taken",
  "snapshot.restored",
]);

/** The end of a log. */
export interface LogTail {
  /** The last event of the last whole batch. */
  readonly last: LogEvent;
  /** The byte after it; what follows is torn. */
  readonly endByte: number;
  /** Null: the tail is not enough, because of a rollback, a running turn, or damage. */
  readonly facts: TailFacts | null;
}

/**
 * Reads backward from the end of a log: to the newest turn's end, which holds running totals and the
 * title, and on to that turn's start, which holds the model. Where a turn's end does not hold the title
 * (in older logs), up to the newest checkpoint or the log's start. Of most lines only the type is
 * looked at.
 *
 * @param room see `linesBackward`
 * @returns null when the log holds no whole batch
 */
export function readTail(log: LogFile, room: Buffer): LogTail | null {
  let end: Omit<LogTail, "facts"> | undefined;
  const tail = new TailReading();
  for (const line of linesBackward(log, room)) {
    end ??= endAt(line);
    if (end === undefined) continue; // torn
    const type = peekType(line.bytes);
    if (type === null || !tail.take(type, () => decode(line))) return { ...end, facts: null };
    if (tail.isDone) break;
  }
  return end === undefined ? null : { ...end, facts: tail.facts };
}

/**
 * What the tail of a thread in any store says.
 * @returns null: it is not enough
 * @throws {RefoldError} the tail is damaged
 */
export async function readStoredTail(
  store: EventStore,
  threadId: string,
): Promise<TailFacts | null> {
  const tail = new TailReading();
  for await (const event of store.readBackward(threadId, { newer: "ignore" })) {
    if (!tail.take(event.type, () => (isKnownEvent(event) ? event : undefined))) return null;
    if (tail.isDone) break;
  }
  return tail.facts;
}

function endAt(line: RawLine): Omit<LogTail, "facts"> | undefined {
  const { event } = decodeRawLine(line);
  if (event === undefined || event.left !== undefined) return undefined;
  return { last: event, endByte: endOf(line) };
}

class TailReading {
  #totals: Pick<TailFacts, "turns" | "tokens"> | undefined;
  #model: string | null | undefined;
  #title: string | null | undefined;
  #isAtCheckpoint = false;

  get isDone(): boolean {
    const hasAll = this.#title !== undefined && this.#model !== undefined;
    return this.#totals !== undefined && (this.#isAtCheckpoint || hasAll);
  }

  get facts(): TailFacts | null {
    if (this.#totals === undefined) return null;
    return { ...this.#totals, model: this.#model ?? null, title: this.#title };
  }

  /** @returns false when the tail is not enough */
  take(type: string, decode: () => RefoldEvent | undefined): boolean {
    switch (type) {
      case "history.rolled-back":
        return false;
      case "turn.completed":
      case "turn.aborted":
        return this.#totals !== undefined || this.#read(decode());
      case "turn.started":
        return (this.#model !== undefined || this.#read(decode())) && this.#totals !== undefined;
      case "thread.renamed":
        return this.#title !== undefined || this.#read(decode());
      case "history.compacted":
        return this.#read(decode()) && this.#totals !== undefined;
      default:
        return this.#totals !== undefined || CHANGES_NO_TOTALS.has(type);
    }
  }

  /** @returns false for damage, and for a turn's end without totals */
  #read(event: RefoldEvent | undefined): boolean {
    switch (event?.type) {
      case "turn.completed":
      case "turn.aborted": {
        const { totals } = event.data;
        if (totals === null || totals === undefined || event.derived !== undefined) return false;
        this.#totals = { turns: totals.turns, tokens: totals.usage.total };
        if (this.#title === undefined) this.#title = totals.title;
        return true;
      }
      case "turn.started":
        this.#model = event.data.envelope.model;
        return true;
      case "thread.renamed":
        this.#title = event.data.title;
        return true;
      case "history.compacted": {
        // What stood before a checkpoint is in it; whose newest turn's model it was is not.
        const { rest } = event.data;
        if (rest === undefined) return true;
        if (this.#title === undefined) this.#title = rest.thread.title;
        this.#model ??= rest.turns.running?.envelope.model ?? rest.turns.previous?.model;
        this.#isAtCheckpoint = true;
        return true;
      }
      default:
        return false;
    }
  }
}

function decode(line: RawLine): RefoldEvent | undefined {
  const { event } = decodeRawLine(line);
  return event !== undefined && isKnownEvent(event) ? event : undefined;
}
