import type { Fact, RefoldEvent } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { RecordedItem } from "../../events/recorded-item.js";

/** A fact as its event counts it, with the ref of its first item. */
export interface CountedFact {
  readonly fact: Fact;
  /** Index that the fact's first item has in its event; null: the bare offset is its ref. */
  readonly firstIndex: number | null;
}

/**
 * The facts of an event in folding order (docs/architecture.md, "Folding one event"): its own, then
 * the derived ones; without its own where a derived rollback discards it.
 */
export function countedFacts(event: RefoldEvent): readonly CountedFact[] {
  const derived = event.derived ?? [];
  const own: readonly Fact[] = derived[0]?.type === "history.rolled-back" ? [] : [event];
  const alone = derived.every((fact) => itemsOf(fact).length === 0);
  let index = own.length === 0 ? itemsOf(event).length : 0;
  return [...own, ...derived].map((fact) => {
    const isBare = fact === event && fact.type === "item.recorded" && alone;
    const counted = { fact, firstIndex: isBare ? null : index };
    index += itemsOf(fact).length;
    return counted;
  });
}

/** The items that a fact puts into the ledger, oldest first. */
export function itemsOf(fact: Fact): readonly RecordedItem[] {
  switch (fact.type) {
    case "item.recorded":
      return [fact.data];
    case "context.injected":
      return fact.data.items;
    case "history.compacted":
      return fact.data.replacement ?? [];
    default:
      return [];
  }
}

/** The ref of the item at `index` among the fact's items. */
export function refOf(offset: number, firstIndex: number | null, index = 0): ItemRef {
  return firstIndex === null ? offset : [offset, firstIndex + index];
}
