/** A store as somebody else would write one, from the public names alone: threads as JSON lines. */
import type { EventStore } from "../../src/index.js";
import {
  lineStore,
  memoryBlobs,
  type LineDriver,
  type LinePage,
  type OwnRange,
  type StoredLine,
} from "../../src/entries/store.js";

export function ownStore(): EventStore {
  return lineStore(new MapDriver());
}

export class MapDriver implements LineDriver {
  readonly blobs = memoryBlobs();
  protected readonly threads = new Map<string, readonly StoredLine[]>();

  async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    const own = this.threads.get(threadId) ?? [];
    if ((own.at(-1)?.offset ?? null) !== after) return false;
    this.threads.set(threadId, [...own, ...lines]);
    return true;
  }

  async read(threadId: string, { from, to, limit, order }: LinePage) {
    const lines = this.#between({ threadId, from, to }).map(({ line }) => line);
    return (order === "newest-first" ? lines.reverse() : lines).slice(0, limit);
  }

  async list() {
    return [...this.threads].map(([threadId, own]) => {
      const lines = own.map(({ line }) => line);
      const [first = "", last = first] = [lines[0], lines.at(-1)];
      return { threadId, first, last, sizeBytes: Buffer.byteLength(lines.join("")) };
    });
  }

  async adopt(threadId: string, parts: readonly OwnRange[]) {
    const prefix = parts.flatMap((part) => this.#between(part));
    this.threads.set(threadId, [...prefix, ...(this.threads.get(threadId) ?? [])]);
  }

  async remove(threadId: string) {
    this.threads.delete(threadId);
  }

  #between({ threadId, from, to }: OwnRange): StoredLine[] {
    const own = this.threads.get(threadId) ?? [];
    return own.filter(({ offset }) => offset >= from && offset <= to);
  }
}
