/** A store as somebody else would write one: from the public names alone, threads as JSON texts. */
import {
  offsetConflict,
  offsetOutOfRange,
  threadDeleted,
  storeClosed,
} from "../../src/store/errors.js";
import { setTimeout as later } from "node:timers/promises";
import {
  checkBatch,
  checkFirst,
  decodeEventLine,
  encodeLines,
  forkPoint,
  memoryBlobs,
  newestFirst,
  threadNotFound,
  withLineage,
  type BackwardOptions,
  type EventDriver,
  type FollowOptions,
  type OwnRange,
  type ReadOptions,
} from "../../src/entries/store.js";
import type { BlobStore, EventStore, LogEvent, ThreadEntry } from "../../src/index.js";

export function ownStore(): EventStore {
  return withLineage(new TextDriver());
}

const POLL_MS = 5;

class TextDriver implements EventDriver {
  readonly blobs: BlobStore;
  readonly #threads = new Map<string, string[]>();
  #isClosed = false;

  constructor() {
    const blobs = memoryBlobs();
    this.blobs = {
      put: async (bytes) => (this.#checkOpen(), blobs.put(bytes)),
      get: async (hash) => (this.#checkOpen(), blobs.get(hash)),
      has: async (hash) => (this.#checkOpen(), blobs.has(hash)),
    };
  }

  async append(threadId: string, expectedHead: number, events: readonly LogEvent[]) {
    this.#checkOpen();
    checkBatch(expectedHead, events);
    const known = this.#threads.get(threadId);
    if (known === undefined) checkFirst(threadId, events[0], () => this.#threads.keys());
    else if (headOf(known) !== expectedHead) {
      throw offsetConflict({ threadId, expected: expectedHead, actual: headOf(known) });
    }
    const texts = [...(known ?? []), ...encodeLines(events)];
    this.#threads.set(threadId, texts);
    return headOf(texts);
  }

  async *readRuns(threadId: string, { from = 0, to = Infinity }: ReadOptions = {}) {
    yield this.#events(threadId).filter(({ offset }) => offset >= from && offset <= to);
  }

  async *readRunsBackward(threadId: string, { from = Infinity }: BackwardOptions = {}) {
    yield this.#events(threadId)
      .filter(({ offset }) => offset <= from)
      .reverse();
  }

  async has(threadId: string) {
    this.#checkOpen();
    return this.#threads.has(threadId);
  }

  async first(threadId: string) {
    const [first] = this.#events(threadId);
    if (first === undefined) throw threadNotFound(threadId, this.#threads.keys());
    return first;
  }

  async head(threadId: string) {
    return headOf(this.#texts(threadId));
  }

  async *followRuns(threadId: string, { from = 0, signal }: FollowOptions = {}) {
    const head = headOf(this.#texts(threadId));
    if (from > head) throw offsetOutOfRange({ threadId, offset: from, head });
    for (let next = from; signal?.aborted !== true;) {
      this.#checkOpen();
      if (!this.#threads.has(threadId)) throw threadDeleted(threadId);
      const run = this.#events(threadId).filter(({ offset }) => offset >= next);
      next += run.length;
      if (run.length > 0) yield run;
      else await later(POLL_MS);
    }
  }

  async *list(): AsyncGenerator<ThreadEntry> {
    this.#checkOpen();
    const entries = [...this.#threads].map(([threadId, texts]) => entryOf(threadId, texts));
    yield* newestFirst(entries);
  }

  async remove(threadId: string) {
    this.#texts(threadId);
    this.#threads.delete(threadId);
  }

  async adoptPrefix(threadId: string, parts: readonly OwnRange[]) {
    const prefix = parts.flatMap(({ threadId: id, from, to }) =>
      this.#texts(id).filter((text) => {
        const { offset } = decodeEventLine(text);
        return offset >= from && offset <= to;
      }),
    );
    this.#threads.set(threadId, [...prefix, ...this.#texts(threadId)]);
  }

  async sync(threadId: string) {
    this.#texts(threadId);
  }

  async close() {
    this.#isClosed = true;
  }

  #texts(threadId: string): string[] {
    this.#checkOpen();
    const texts = this.#threads.get(threadId);
    if (texts === undefined) throw threadNotFound(threadId, this.#threads.keys());
    return texts;
  }

  #events(threadId: string): LogEvent[] {
    return this.#texts(threadId).map((line) => decodeEventLine(line));
  }

  #checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }
}

function headOf(texts: readonly string[]): number {
  const last = texts.at(-1);
  return last === undefined ? 0 : decodeEventLine(last).offset + 1;
}

function entryOf(threadId: string, texts: readonly string[]): ThreadEntry {
  const events = texts.map((line) => decodeEventLine(line));
  const [first, last] = [events[0], events.at(-1)];
  const from = first === undefined ? undefined : forkPoint(first);
  return {
    threadId,
    createdAt: first?.at ?? "",
    updatedAt: last?.at ?? "",
    head: headOf(texts),
    sizeBytes: Buffer.byteLength(texts.join("")),
    forkedFrom: from === undefined ? null : { threadId: from.threadId, offset: from.offset },
  };
}
