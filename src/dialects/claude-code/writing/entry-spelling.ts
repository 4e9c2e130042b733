import type { Item } from "../../../events/item.js";
import type { SpellableEntry, SpelledItem } from "../../writing/export-ledger.js";
import { spellItem, type Spelling } from "./spell-item.js";

/** Spells entries, each item once. */
export class EntrySpelling {
  readonly #known = new WeakMap<Item, Spelling>();

  of({ item }: Pick<SpellableEntry, "item">): Spelling {
    let spelling = this.#known.get(item);
    if (spelling === undefined) this.#known.set(item, (spelling = spellItem(item)));
    return spelling;
  }

  /** For comparing ledgers: an output that failed is another than the same one that did not. */
  itemsOf(entry: SpellableEntry): readonly SpelledItem[] {
    const mark = entry.failed === true ? " failed" : "";
    return this.of(entry).items.map((item) => ({ item, mark }));
  }
}
