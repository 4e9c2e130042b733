import { hash } from "node:crypto";
import type { Fact, LogEvent } from "../../events/event.js";
import { mapImages } from "../../events/item-images.js";
import type { InputImage, Item, Origin } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { factsOf, versionMadeBy } from "../../reducers/reduce.js";
import { elementsFrom, SharedSequence } from "../../reducers/sequence.js";
import type { Sequence, ThreadState } from "../../reducers/thread-state.js";
import { ignoreEvidence, withoutInlineImages } from "./evidence.js";
import { once } from "./spelling.js";

/** True for what rewrites the ledger, other than by going back. */
export function isEdit(fact: Fact): boolean {
  return fact.type !== "history.rolled-back" && versionMadeBy(fact) !== null;
}

/** An item as a dialect spells it, and what of its entry distinguishes it from the same item elsewhere. */
export interface SpelledItem {
  readonly item: Item;
  readonly mark?: string;
}

/** What of an entry a spelling may look at. */
export interface SpellableEntry {
  readonly item: Item;
  readonly origin: Origin;
  /** Absent: the item is being written. */
  readonly ref?: ItemRef;
  readonly failed?: boolean | undefined;
  readonly summary?: boolean | undefined;
}

/** What a ledger was when it had fewer entries. */
export interface LedgerBeginning {
  readonly ledger: number;
  /** The number of its entries. */
  readonly count: number;
}

/** The thread's ledger at each offset, as a file of the dialect would have to hold it. */
export class ExportLedger {
  /** By offset, as the numbers of entries. */
  readonly #ledgers: number[] = [];
  readonly #lengths: number[] = [];
  readonly ids = new LedgerIds();

  /** @param spell an entry as the dialect has it: any number of items */
  constructor(private readonly spell: (entry: SpellableEntry) => readonly SpelledItem[]) {}

  at(offset: number): number {
    return this.#ledgers[offset] ?? EMPTY_LEDGER;
  }

  /** Takes the next event, with the states around it. */
  take(event: LogEvent, before: ThreadState, after: ThreadState): void {
    this.#ledgers.push(this.#after(event, before, after));
    this.#lengths.push(after.ledger.entries.length);
  }

  /** A ledger with an entry more. */
  extend(ledger: number, entry: SpellableEntry): number {
    let extended = ledger;
    for (const { item, mark } of this.spell(entry)) {
      extended = this.ids.extend(extended, item, mark);
    }
    return extended;
  }

  extendAll(ledger: number, entries: Iterable<SpellableEntry>): number {
    let extended = ledger;
    for (const entry of entries) extended = this.extend(extended, entry);
    return extended;
  }

  /** A ledger without the entries that it ends with. */
  shorten(ledger: number, entries: Iterable<SpellableEntry>): number {
    let shortened = ledger;
    for (const entry of entries) {
      shortened = this.ids.shorten(shortened, this.spell(entry).length);
    }
    return shortened;
  }

  /**
   * The beginnings of a ledger, the longest first: itself, then each with an entry less.
   * @param entries that make it
   */
  *beginnings(ledger: number, entries: Sequence<SpellableEntry>): Generator<LedgerBeginning> {
    let beginning = { ledger, count: entries.length };
    yield beginning;
    while (beginning.count > 0) {
      const count = beginning.count - 1;
      beginning = {
        ledger: this.shorten(beginning.ledger, elementsFrom(entries, count, 1)),
        count,
      };
      yield beginning;
    }
  }

  #after(event: LogEvent, before: ThreadState, after: ThreadState): number {
    const from = (isKnownEvent(event) ? rollbackOf(event) : null) ?? event.offset - 1;
    const base = this.at(from);
    if (!isKnownEvent(event)) return base;
    const { entries } = after.ledger;
    if (!factsOf(event).some(isEdit)) {
      return this.extendAll(base, elementsFrom(entries, this.#lengths[from] ?? 0));
    }
    const older = before.ledger.entries;
    const isCut = from === event.offset - 1 && SharedSequence.continues(older, entries);
    return isCut
      ? this.shorten(base, elementsFrom(older, entries.length))
      : this.extendAll(EMPTY_LEDGER, entries);
  }
}

/** The ledger without an item. */
export const EMPTY_LEDGER = 0;

/**
 * Numbers for ledgers: the same number means the same items in the same order, however a ledger came
 * to hold them. So what was written can be compared with what was meant, a number an event.
 */
export class LedgerIds {
  readonly #known = new Map<string, number>();
  /** By ledger: the one with one item less. */
  readonly #parents = [EMPTY_LEDGER];
  /** By ledger: the number of its items. */
  readonly #lengths = [0];

  /** The ledger with one item more. @param mark what distinguishes it from the same item without */
  extend(ledger: number, item: Item, mark = ""): number {
    const step = `${ledger}:${this.keyOf(item)}${mark}`;
    let extended = this.#known.get(step);
    if (extended === undefined) {
      this.#known.set(step, (extended = this.#next(ledger)));
    }
    return extended;
  }

  /** The ledger of these items. */
  of(items: Iterable<Item>): number {
    let ledger = EMPTY_LEDGER;
    for (const item of items) ledger = this.extend(ledger, item);
    return ledger;
  }

  #next(parent: number): number {
    this.#lengths.push(this.lengthOf(parent) + 1);
    return this.#parents.push(parent) - 1;
  }

  /** The number of a ledger's items. */
  lengthOf(ledger: number): number {
    return this.#lengths[ledger] ?? 0;
  }

  /** The ledger without its last items. */
  shorten(ledger: number, items: number): number {
    let shortened = ledger;
    for (let left = items; left > 0; left -= 1) {
      shortened = this.#parents[shortened] ?? EMPTY_LEDGER;
    }
    return shortened;
  }

  /** A ledger of which nothing is known, and which therefore is like no other. */
  unlike(): number {
    return this.#next(EMPTY_LEDGER);
  }

  /** The same for items that are spelled alike. */
  readonly keyOf = once((item: Item) => hash("sha256", JSON.stringify(comparable(item)), "base64"));
}

/** An item with its images named by hash, and nothing beside them. */
function comparable(item: Item): unknown {
  if (item.type === "other") return item.original;
  return mapImages(withoutInlineImages(item, ignoreEvidence), withoutBlob);
}

function withoutBlob(image: InputImage): InputImage {
  if (image.blob === undefined) return image;
  const bare = { ...image };
  delete bare.blob;
  return bare;
}
