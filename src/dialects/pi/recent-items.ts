import type { RecordedItem } from "../../events/recorded-item.js";

/** The items of the newest entries: a compaction tells again those that it keeps. */
export class RecentItems {
  readonly #byOrdinal = new Map<number, readonly RecordedItem[]>();
  #bytes = 0;

  constructor(private readonly heldBytes: number) {}

  add(ordinal: number, items: readonly RecordedItem[]): void {
    if (items.length === 0) return;
    this.#byOrdinal.set(ordinal, items);
    this.#bytes += bytesOf(items);
    for (const [oldest, old] of this.#byOrdinal) {
      if (this.#bytes <= this.heldBytes) return;
      this.#byOrdinal.delete(oldest);
      this.#bytes -= bytesOf(old);
    }
  }

  /** @returns undefined when they are not held any more */
  get(ordinal: number): readonly RecordedItem[] | undefined {
    return this.#byOrdinal.get(ordinal);
  }
}

function bytesOf(items: readonly RecordedItem[]): number {
  return items.reduce((sum, { countedBytes }) => sum + countedBytes, 0);
}
