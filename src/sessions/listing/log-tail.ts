import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import {
  decodeRawLine,
  endOf,
  linesBackward,
  peekType,
  type RawLine,
} from "../../store/jsonl/lines.js";
import type { LogFile } from "../../store/jsonl/log-file.js";

/** What the tail of a thread's own log tells of its state. */
export interface TailFacts {
  readonly turns: number;
  readonly tokens: number;
  readonly model: string | null;
  /** Undefined: nobody renamed it in what was read, up to its first event. */
  readonly title: string | null | undefined;
}

/** What may follow a turn's end without changing the totals that stand in it. */
const CHANGES_NO_TOTALS: ReadonlySet<string> = new Set([
  "thread.renamed",
  "thread.configured",
  "notice.logged",
  "request.sent",
  "snapshot.taken",
  "snapshot.restored",
]);

/** The end of a log, as a reader finds it. */
export interface LogTail {
  /** The last event with none left. */
  readonly last: LogEvent;
  /** The byte behind it; what follows is torn. */
  readonly endByte: number;
  /**
   * Null: the tail does not tell enough, because of a rollback, a running turn, or damage. Whoever
   * needs it resumes the thread.
   */
  readonly facts: TailFacts | null;
}

/**
 * Reads backward from the end of a log: to the newest turn's end, which holds running totals and the
 * title, and on to that turn's start, which holds the model. Where a turn's end does not say the title
 * (in older logs), up to the newest checkpoint or the log's start: a title may stand anywhere before.
 * Of most lines only the type is looked at.
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
    if (type === null || !tail.take(type, line)) return { ...end, facts: null };
    if (tail.isDone) break;
  }
  return end === undefined ? null : { ...end, facts: tail.facts };
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
    if (this.#totals === undefined) return false;
    return this.#isAtCheckpoint || (this.#title !== undefined && this.#model !== undefined);
  }

  get facts(): TailFacts | null {
    if (this.#totals === undefined) return null;
    return { ...this.#totals, model: this.#model ?? null, title: this.#title };
  }

  /** @returns false when the tail is not enough */
  take(type: string, line: RawLine): boolean {
    switch (type) {
      case "history.rolled-back":
        return false;
      case "turn.completed":
      case "turn.aborted":
        return this.#totals !== undefined || this.#takeTotals(decode(line));
      case "turn.started":
        this.#model ??= modelOf(decode(line));
        return this.#totals !== undefined;
      case "thread.renamed":
        return this.#title !== undefined || this.#takeTitle(decode(line));
      case "history.compacted":
        this.#takeCheckpoint(decode(line));
        return this.#totals !== undefined;
      default:
        return this.#totals !== undefined || CHANGES_NO_TOTALS.has(type);
    }
  }

  #takeTotals(event: RefoldEvent | undefined): boolean {
    if (event?.type !== "turn.completed" && event?.type !== "turn.aborted") return false;
    const { totals } = event.data;
    if (totals === null || totals === undefined || event.derived !== undefined) return false;
    this.#totals = { turns: totals.turns, tokens: totals.usage.total };
    if (this.#title === undefined) this.#title = totals.title;
    return true;
  }

  #takeTitle(event: RefoldEvent | undefined): boolean {
    if (event?.type !== "thread.renamed") return false;
    this.#title = event.data.title;
    return true;
  }

  /** What stood before a checkpoint is in it; whose newest turn's model it was is not. */
  #takeCheckpoint(event: RefoldEvent | undefined): void {
    if (event?.type !== "history.compacted" || event.data.rest === undefined) return;
    const { thread, turns } = event.data.rest;
    if (this.#title === undefined) this.#title = thread.title;
    this.#model ??= turns.running?.envelope.model ?? turns.previous?.model;
    this.#isAtCheckpoint = true;
  }
}

function modelOf(event: RefoldEvent | undefined): string | null | undefined {
  return event?.type === "turn.started" ? event.data.envelope.model : undefined;
}

function decode(line: RawLine): RefoldEvent | undefined {
  const { event } = decodeRawLine(line);
  return event !== undefined && isKnownEvent(event) ? event : undefined;
}
