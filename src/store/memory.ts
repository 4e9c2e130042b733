import type { LogEvent } from "../events/event.js";
import { checkBatch } from "./check-batch.js";
import { checkFirst } from "./check-first.js";
import type { EventDriver, OwnRange } from "./event-driver.js";
import type {
  BackwardOptions,
  BlobStore,
  EventStore,
  FollowOptions,
  ReadOptions,
  ThreadEntry,
} from "./event-store.js";
import { withLineage } from "./lineage.js";
import { newestFirst } from "./newest-first.js";
import { memoryBlobs } from "./memory-blobs.js";
import { MemoryThread } from "./memory-thread.js";
import { OffsetConflict } from "./offset-conflict.js";
import { OffsetOutOfRange } from "./offset-out-of-range.js";
import { StoreClosed } from "./store-closed.js";
import { ThreadDeleted } from "./thread-deleted.js";
import { threadNotFound } from "./thread-not-found.js";

/** A store in memory, for tests and for what need not last. Events that it gives out are frozen. */
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
      throw new OffsetConflict({ threadId, expected: expectedHead, actual: known.head });
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
      throw new OffsetOutOfRange({ threadId, offset: from, head: thread.head });
    }
    for (let next = from; signal?.aborted !== true;) {
      this.#checkOpen();
      if (thread.isDeleted) throw new ThreadDeleted(threadId);
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
    if (this.#isClosed) throw new StoreClosed();
  }

  #whileOpen<T>(work: () => T): T {
    this.#checkOpen();
    return work();
  }
}
