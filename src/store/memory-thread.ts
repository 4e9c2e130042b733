import type { LogEvent } from "../events/event.js";
import type { ThreadEntry } from "./event-store.js";
import { forkPoint } from "./fork-point.js";
import { decodeLine, encodeBatch, EventNotEncodable } from "./jsonl/line-codec.js";

/** An event as a reader of its line gets it, frozen, and the size of that line. */
interface StoredEvent {
  readonly event: LogEvent;
  readonly sizeBytes: number;
}

/** A thread's own events in memory. */
export class MemoryThread {
  readonly #threadId: string;
  #stored: StoredEvent[] = [];
  #isDeleted = false;
  readonly #waiting = new Set<() => void>();

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  get head(): number {
    return this.#firstOffset + this.#stored.length;
  }

  get first(): LogEvent | undefined {
    return this.#stored[0]?.event;
  }

  /** What stands in `from..to`, oldest first. */
  slice(from: number, to: number): LogEvent[] {
    const first = this.#firstOffset;
    const range = this.#stored.slice(Math.max(0, from - first), Math.max(0, to + 1 - first));
    return range.map(({ event }) => event);
  }

  /** All of the batch, or none. */
  append(events: readonly LogEvent[]): void {
    for (const stored of storedLines(events)) this.#stored.push(stored);
    this.wake();
  }

  /** Puts events of other threads, as they are stored there, before its own. */
  adopt(parts: readonly { thread: MemoryThread; from: number; to: number }[]): void {
    const prefix = parts.flatMap(({ thread, from, to }) =>
      thread.#stored.filter(({ event }) => event.offset >= from && event.offset <= to),
    );
    this.#stored = [...prefix, ...this.#stored];
    this.wake();
  }

  delete(): void {
    this.#isDeleted = true;
    this.wake();
  }

  /** Resolves at the next change, or when `signal` ends. */
  async nextChange(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      signal?.addEventListener("abort", done);
    });
  }

  /** Lets everybody who waits look again. */
  wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  toEntry(): ThreadEntry | undefined {
    const { first } = this;
    const last = this.#stored.at(-1)?.event;
    if (first === undefined || last === undefined) return undefined;
    const from = forkPoint(first);
    return {
      threadId: this.#threadId,
      createdAt: first.at,
      head: this.head,
      sizeBytes: this.#stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      updatedAt: last.at,
      forkedFrom: from === undefined ? null : { threadId: from.threadId, offset: from.offset },
    };
  }

  get #firstOffset(): number {
    return this.first?.offset ?? 0;
  }
}

/** Through the same bytes as in a file, so that what is stored is the same, and nobody else's. */
function storedLines(events: readonly LogEvent[]): StoredEvent[] {
  const bytes = encodeBatch(events);
  let start = 0;
  return events.map(({ offset }) => {
    const end = bytes.indexOf(0x0a, start);
    const { event, damage } = decodeLine(bytes.subarray(start, end));
    if (event === undefined) throw new EventNotEncodable(offset, `it would be damaged (${damage})`);
    const sizeBytes = end + 1 - start;
    start = end + 1;
    return { event: deepFreeze(event), sizeBytes };
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
