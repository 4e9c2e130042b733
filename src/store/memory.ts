import type { LogEvent } from "../events/event.js";
import { memoryBlobs } from "./blobs.js";
import { checkBatch, checkFirst } from "./check-batch.js";
import {
  threadNotFound,
  offsetConflict,
  offsetOutOfRange,
  threadDeleted,
  storeClosed,
} from "./errors.js";
import {
  type BackwardOptions,
  type BlobStore,
  type EventDriver,
  type EventStore,
  type FollowOptions,
  newestFirst,
  type OwnRange,
  type ReadOptions,
  type ThreadEntry,
} from "./event-store.js";
import { forkPoint } from "./fork-thread.js";
import { decodeLine, encodeBatch, notEncodable } from "./jsonl/line-codec.js";
import { withLineage } from "./lineage.js";

/** A store in memory, for tests and for data that need not last. The events that it returns are frozen. */
export function memoryStore(): EventStore {
  return withLineage(new MemoryDriver());
}

class MemoryDriver implements EventDriver {
  readonly blobs: BlobStore;
  readonly #threads = new Map<string, MemoryThread>();
  #isClosed = false;

  constructor() {
    const blobs = memoryBlobs();
    this.blobs = {
      put: async (bytes) => this.#whileOpen(() => blobs.put(bytes)),
      get: async (hash) => this.#whileOpen(() => blobs.get(hash)),
      has: async (hash) => this.#whileOpen(() => blobs.has(hash)),
    };
  }

  async append(
    threadId: string,
    expectedHead: number,
    events: readonly LogEvent[],
  ): Promise<number> {
    this.#checkOpen();
    checkBatch(expectedHead, events);
    const known = this.#threads.get(threadId);
    if (known === undefined) checkFirst(threadId, events[0], () => this.#threads.keys());
    const thread = known ?? new MemoryThread(threadId);
    if (known !== undefined && known.head !== expectedHead) {
      throw offsetConflict({ threadId, expected: expectedHead, actual: known.head });
    }
    if (events.length > 0) thread.append(events);
    this.#threads.set(threadId, thread);
    return thread.head;
  }

  async first(threadId: string): Promise<LogEvent> {
    const { first } = this.#thread(threadId);
    if (first === undefined) throw threadNotFound(threadId, this.#threads.keys());
    return first;
  }

  async *readRuns(threadId: string, options: ReadOptions = {}) {
    const { from = 0, to = Infinity } = options;
    yield this.#thread(threadId).slice(from, to);
  }

  async *readRunsBackward(threadId: string, options: BackwardOptions = {}) {
    const { from = Infinity } = options;
    yield this.#thread(threadId).slice(0, from).reverse();
  }

  async has(threadId: string): Promise<boolean> {
    this.#checkOpen();
    return this.#threads.has(threadId);
  }

  async head(threadId: string): Promise<number> {
    return this.#thread(threadId).head;
  }

  async *followRuns(threadId: string, options: FollowOptions = {}) {
    const { from = 0, signal } = options;
    const thread = this.#thread(threadId);
    if (from > thread.head) {
      throw offsetOutOfRange({ threadId, offset: from, head: thread.head });
    }
    for (let next = from; signal?.aborted !== true;) {
      this.#checkOpen();
      if (thread.isDeleted) throw threadDeleted(threadId);
      const run = thread.slice(next, Infinity);
      next = Math.max(next, thread.head);
      if (run.length > 0) yield run;
      else await thread.nextChange(signal);
    }
  }

  async *list(): AsyncGenerator<ThreadEntry, void, undefined> {
    this.#checkOpen();
    const entries = [...this.#threads.values()].flatMap((thread) => thread.toEntry() ?? []);
    yield* newestFirst(entries);
  }

  async remove(threadId: string): Promise<void> {
    this.#thread(threadId).delete();
    this.#threads.delete(threadId);
  }

  async adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void> {
    const sources = parts.map((part) => ({ ...part, thread: this.#thread(part.threadId) }));
    this.#thread(threadId).adopt(sources);
  }

  async sync(threadId: string): Promise<void> {
    this.#thread(threadId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const thread of this.#threads.values()) thread.wake();
  }

  #thread(threadId: string): MemoryThread {
    this.#checkOpen();
    const thread = this.#threads.get(threadId);
    if (thread === undefined) throw threadNotFound(threadId, this.#threads.keys());
    return thread;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }

  #whileOpen<T>(work: () => T): T {
    this.#checkOpen();
    return work();
  }
}

/** An event as a reader of its line gets it, frozen, and the size of that line. */
interface StoredEvent {
  readonly event: LogEvent;
  readonly sizeBytes: number;
}

/** A thread's own events in memory. */
class MemoryThread {
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
    if (event === undefined) throw notEncodable(offset, `it would be damaged (${damage})`);
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
