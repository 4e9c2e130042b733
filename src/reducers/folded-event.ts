import type { EventMembers, Fact, FactOf } from "../events/event.js";
import type { ItemRef } from "../events/primitives.js";

/**
 * What a reducer sees: one fact of an event that survives, with its place. A rollback is no reducer's
 * business: `replay` resolves it before anything is folded (law 1).
 */
export type FoldedEvent = Exclude<Fact, FactOf<"history.rolled-back">> & {
  readonly offset: number;
  readonly at: string;
  readonly turn?: EventMembers["turn"];
  /**
   * Index that the fact's first item has among the items of its event; null when the event records
   * that one item and nothing else, so that its ref is the bare offset. Absent: the event says
   * nothing else, so that a plain event can be folded as it is.
   */
  readonly firstIndex?: number | null;
};

/** The ref of one of a fact's items (docs/architecture.md, "Item refs"). */
export function refInEvent(event: FoldedEvent, index: number): ItemRef {
  const { type, offset, firstIndex = type === "item.recorded" ? null : 0 } = event;
  return firstIndex === null ? offset : [offset, firstIndex + index];
}
