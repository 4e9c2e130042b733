import type { RecordedItem } from "../../events/recorded-item.js";

/** The items of the newest entries: a compaction tells again those that it keeps. */
export class RecentItems {
  #newer = new Map<number, readonly RecordedItem[]>();
  #older: ReadonlyMap<number, readonly RecordedItem[]> = new Map();
  #newerBytes = 0;

  /** @param heldBytes about so much is held: the older half is dropped at once */
  constructor(private readonly heldBytes: number) {}

  add(ordinal: number, items: readonly RecordedItem[]): void {
    if (items.length === 0) return;
    for (const { countedBytes } of items) this.#newerBytes += countedBytes;
    if (this.#newerBytes > this.heldBytes / 2) {
      this.#older = this.heldBytes === 0 ? new Map() : this.#newer;
      this.#newer = new Map();
      this.#newerBytes = 0;
      if (this.heldBytes === 0) return;
    }
    this.#newer.set(ordinal, items);
  }

  /** @returns undefined when they are not held any more */
  get(ordinal: number): readonly RecordedItem[] | undefined {
    return this.#newer.get(ordinal) ?? this.#older.get(ordinal);
  }
}
