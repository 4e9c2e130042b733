import type { Item } from "../../../events/item.js";
import { refOffset } from "../../../reducers/item-refs.js";
import type { SpellableEntry } from "../../writing/export-ledger.js";
import { summaryItem } from "./write-summary.js";

/** Entries' items as they are to be written. */
export class EntryItems {
  readonly #summaries = new WeakMap<Item, Item>();

  /** @param importedEnd items of events before it are as their own lines say */
  constructor(private readonly importedEnd: number) {}

  /** A summary of ours gets Codex's first line. */
  itemOf({ item, summary, ref }: SpellableEntry): Item {
    const isImported = ref !== undefined && refOffset(ref) < this.importedEnd;
    if (summary !== true || isImported) return item;
    let prefixed = this.#summaries.get(item);
    if (prefixed === undefined) this.#summaries.set(item, (prefixed = summaryItem(item)));
    return prefixed;
  }
}
