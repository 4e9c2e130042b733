import { isRefoldError } from "../errors.js";
import { isJsonObject } from "../events/json.js";
import { memoryBlobs } from "./blobs.js";
import type { EventStore, OwnRange } from "./event-store.js";
import type { KeptLine, LineDriver, LinePage, StoredLine } from "./line-driver.js";
import { lineStore } from "./line-store.js";
import { decodeEventLine } from "./stored-lines.js";

/** A store in memory, for tests and for data that need not last. The events that it returns are frozen. */
export function memoryStore(): EventStore {
  return lineStore(new MemoryDriver());
}

interface MemoryLine {
  readonly offset: number;
  /** What needs a newer version is kept as its line: whoever reads it says what becomes of it. */
  readonly kept: string | KeptLine;
  readonly sizeBytes: number;
}

class MemoryDriver implements LineDriver {
  readonly blobs = memoryBlobs();
  /** Each thread's own lines, oldest first. */
  readonly #threads = new Map<string, MemoryLine[]>();

  async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    const own = this.#threads.get(threadId) ?? [];
    if ((own.at(-1)?.offset ?? null) !== after) return false;
    const batch = lines.map(({ offset, line }) => {
      return { offset, kept: keptLine(line), sizeBytes: Buffer.byteLength(line) + 1 };
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
    return page.map(({ kept }) => kept);
  }

  async list() {
    return [...this.#threads].flatMap(([threadId, own]) => {
      const [first, last] = [own[0]?.kept, own.at(-1)?.kept];
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
    const first = own[0]?.offset ?? 0;
    const start = Math.max(0, from - first);
    return { own, start, end: Math.max(start, Math.min(own.length, to + 1 - first)) };
  }
}

function keptLine(line: string): string | KeptLine {
  try {
    return { line, event: deepFreeze(decodeEventLine(line)) };
  } catch (error) {
    if (isRefoldError(error, "needs-newer-version")) return line;
    throw error;
  }
}

/** Freezes a value and all it holds, so that whoever changes it is found out. */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    if (isJsonObject(next)) for (const name in next) left.push(next[name]);
    else if (Array.isArray(next)) for (const element of next) left.push(element);
  }
  return value;
}
