import type { LogEvent } from "../events/event.js";
import { memoryBlobs } from "./blobs.js";
import { decodeEventLine } from "./event-lines.js";
import type { EventStore, OwnRange } from "./event-store.js";
import type { LineDriver, LinePage, StoredLine } from "./line-driver.js";
import { lineStore } from "./line-store.js";

/** A store in memory, for tests and for data that need not last. The events that it returns are frozen. */
export function memoryStore(): EventStore {
  return lineStore(new MemoryDriver());
}

/** An event as readers of its line get it, and the size of that line. */
interface MemoryEvent {
  readonly event: LogEvent;
  readonly sizeBytes: number;
}

class MemoryDriver implements LineDriver {
  readonly blobs = memoryBlobs();
  /** Each thread's own events, oldest first. */
  readonly #threads = new Map<string, MemoryEvent[]>();

  async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    const own = this.#threads.get(threadId) ?? [];
    if ((own.at(-1)?.event.offset ?? null) !== after) return false;
    const batch = lines.map(({ line }) => {
      const sizeBytes = Buffer.byteLength(line) + 1;
      return { event: deepFreeze(decodeEventLine(line)), sizeBytes };
    });
    for (const each of batch) own.push(each);
    this.#threads.set(threadId, own);
    return true;
  }

  async read(threadId: string, { from, to, limit, order }: LinePage) {
    const { own, start, end } = this.#range({ threadId, from, to });
    const page =
      order === "oldest-first"
        ? own.slice(start, Math.min(end, start + limit))
        : own.slice(Math.max(start, end - limit), end).reverse();
    return page.map(({ event }) => event);
  }

  async list() {
    return [...this.#threads].flatMap(([threadId, own]) => {
      const [first, last] = [own[0]?.event, own.at(-1)?.event];
      if (first === undefined || last === undefined) return [];
      return {
        threadId,
        first,
        last,
        sizeBytes: own.reduce((sum, each) => sum + each.sizeBytes, 0),
      };
    });
  }

  async remove(threadId: string): Promise<void> {
    this.#threads.delete(threadId);
  }

  async adopt(threadId: string, parts: readonly OwnRange[]): Promise<void> {
    const prefix = parts.flatMap((part) => {
      const { own, start, end } = this.#range(part);
      return own.slice(start, end);
    });
    this.#threads.set(threadId, [...prefix, ...(this.#threads.get(threadId) ?? [])]);
  }

  /** Where a range is in a thread: `start` up to `end`, which is not included. */
  #range({ threadId, from, to }: OwnRange) {
    const own = this.#threads.get(threadId) ?? [];
    const first = own[0]?.event.offset ?? 0;
    const start = Math.max(0, from - first);
    return { own, start, end: Math.max(start, Math.min(own.length, to + 1 - first)) };
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
