import { hash } from "node:crypto";
import type { FactType, LogEvent } from "../../events/event.js";
import type { InputImage, Item, Origin } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { factsOf } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { ignoreEvidence, mapImages, withoutInlineImages } from "./evidence.js";

const EDITS: ReadonlySet<FactType> = new Set([
  "history.compacted",
  "history.trimmed",
  "history.cleared",
  "outputs.cleared",
  "images.replaced",
]);

/** True for what rewrites the ledger. */
export function isEdit(type: FactType): boolean {
  return EDITS.has(type);
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

/** The thread's ledger at each offset, as a file of the dialect would have to hold it. */
export class ExportLedger {
  readonly #ledgers: number[] = [];

  /** @param spell an entry as the dialect has it: any number of items */
  constructor(
    readonly ids: LedgerIds,
    private readonly spell: (entry: SpellableEntry) => readonly SpelledItem[],
  ) {}

  at(offset: number): number {
    return this.#ledgers[offset] ?? EMPTY_LEDGER;
  }

  /** Takes the next event, with the states around it. */
  take(event: LogEvent, before: ThreadState, after: ThreadState): void {
    this.#ledgers.push(this.#after(event, before, after));
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

  #after(event: LogEvent, before: ThreadState, after: ThreadState): number {
    const last = this.at(event.offset - 1);
    if (!isKnownEvent(event)) return last;
    const to = rollbackOf(event);
    const isEdited = factsOf(event).some(({ type }) => isEdit(type));
    if (event.type === "history.rolled-back" && to !== null && event.derived === undefined) {
      return this.at(to);
    }
    const isAppended = to === null && !isEdited;
    let ledger = isAppended ? last : EMPTY_LEDGER;
    const { entries } = after.ledger;
    for (let at = isAppended ? before.ledger.entries.length : 0; at < entries.length; at++) {
      const entry = entries.at(at);
      if (entry !== undefined) ledger = this.extend(ledger, entry);
    }
    return ledger;
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
  readonly #keys = new WeakMap<Item, string>();
  #newest = EMPTY_LEDGER;

  /** The ledger with one item more. @param mark what distinguishes it from the same item without */
  extend(ledger: number, item: Item, mark = ""): number {
    const step = `${ledger}:${this.keyOf(item)}${mark}`;
    let extended = this.#known.get(step);
    if (extended === undefined) this.#known.set(step, (extended = ++this.#newest));
    return extended;
  }

  /** A ledger of which nothing is known, and which therefore is like no other. */
  unlike(): number {
    return ++this.#newest;
  }

  /** The same for items that are spelled alike. */
  keyOf(item: Item): string {
    let key = this.#keys.get(item);
    if (key === undefined) {
      key = hash("sha256", JSON.stringify(comparable(item)), "base64");
      this.#keys.set(item, key);
    }
    return key;
  }
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
