import type { FactType, LogEvent } from "../../../events/event.js";
import { isKnownEvent } from "../../../events/known-event.js";
import type { Item } from "../../../events/item.js";
import { refOffset } from "../../../reducers/item-refs.js";
import { factsOf, rollbackOf } from "../../../reducers/fold-event.js";
import type { LedgerEntry, ThreadState } from "../../../reducers/thread-state.js";
import { EMPTY_LEDGER, type LedgerIds } from "../../writing/ledger-ids.js";
import { summaryItem } from "./write-summary.js";

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

/** The thread's ledger at each offset, as a rollout would have to hold it. */
export class ExportLedger {
  readonly #ledgers: number[] = [];
  readonly #summaries = new WeakMap<Item, Item>();

  /** @param importedEnd items of events before it are as their own lines say */
  constructor(
    private readonly ids: LedgerIds,
    private readonly importedEnd: number,
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

  /** An entry's item as it is to be written: a summary of ours gets Codex's first line. */
  itemOf({ item, summary, ref }: LedgerEntry): Item {
    if (summary !== true || refOffset(ref) < this.importedEnd) return item;
    let prefixed = this.#summaries.get(item);
    if (prefixed === undefined) this.#summaries.set(item, (prefixed = summaryItem(item)));
    return prefixed;
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
      if (entry !== undefined) ledger = this.ids.extend(ledger, this.itemOf(entry));
    }
    return ledger;
  }
}
