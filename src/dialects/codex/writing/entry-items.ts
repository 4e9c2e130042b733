import type { Item } from "../../../events/item.js";
import { refOffset } from "../../../reducers/item-refs.js";
import type { LedgerEntry } from "../../../reducers/thread-state.js";
import { summaryItem } from "./write-summary.js";

/** Entries' items as they are to be written. */
export class EntryItems {
  readonly #summaries = new WeakMap<Item, Item>();

  /** @param importedEnd items of events before it are as their own lines say */
  constructor(private readonly importedEnd: number) {}

  /** A summary of ours gets Codex's first line. */
  itemOf({ item, summary, ref }: LedgerEntry): Item {
    if (summary !== true || refOffset(ref) < this.importedEnd) return item;
    let prefixed = this.#summaries.get(item);
    if (prefixed === undefined) this.#summaries.set(item, (prefixed = summaryItem(item)));
    return prefixed;
  }
}
