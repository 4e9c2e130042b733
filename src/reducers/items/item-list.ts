import type { Item } from "../../events/item.js";
import type { Origin } from "../../events/recorded-item.js";

/** What the rules about lists need of one: arrays have it, and a ledger's `Sequence`. */
export interface ItemList<Entry> extends Iterable<Entry> {
  readonly length: number;
  /** @returns undefined outside */
  at(index: number): Entry | undefined;
}

export interface WithItem {
  readonly item: Item;
}

/** What is known of an item in a ledger, or in a checkpoint's list. */
export interface WithOrigin extends WithItem {
  readonly origin: Origin;
  /** True for a compaction's summary. */
  readonly summary?: boolean | undefined;
}
