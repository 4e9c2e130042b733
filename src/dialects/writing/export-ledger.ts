import type { FactType, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Origin } from "../../events/recorded-item.js";
import { rollbackOf } from "../../events/rollback-of.js";
import { factsOf } from "../../reducers/fold-event.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { EMPTY_LEDGER, type LedgerIds } from "./ledger-ids.js";

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

/** An item as a dialect spells it, and what of its entry tells it apart from the same item elsewhere. */
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
    private readonly ids: LedgerIds,
    private readonly spell: (entry: SpellableEntry) => readonly SpelledItem[],
  ) {}

  at(offset: number): number {
    return this.#ledgers[offset] ?? EMPTY_LEDGER;
  }

  /** Takes the next event, with the states around it. @returns the ledger behind it */
  take(event: LogEvent, before: ThreadState, after: ThreadState): number {
    const ledger = this.#behind(event, before, after);
    this.#ledgers.push(ledger);
    return ledger;
  }

  /** A ledger with an entry more. */
  extend(ledger: number, entry: SpellableEntry): number {
    let extended = ledger;
    for (const { item, mark } of this.spell(entry)) {
      extended = this.ids.extend(extended, item, mark);
    }
    return extended;
  }

  #behind(event: LogEvent, before: ThreadState, after: ThreadState): number {
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
