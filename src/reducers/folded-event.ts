import type { EventMembers, Fact, FactOf } from "../events/event.js";

/**
 * What a reducer sees: one fact of an event that survives, with its place. A rollback is no reducer's
 * business: `replay` resolves it before anything is folded (design.md law 1).
 */
export type FoldedEvent = Exclude<Fact, FactOf<"history.rolled-back">> & {
  readonly offset: number;
  readonly at: string;
  readonly turn?: EventMembers["turn"];
  /**
   * Index that the fact's first item has among the items of its event; null when the event records
   * that one item and nothing else, so that its ref is the bare offset.
   */
  readonly firstIndex: number | null;
};
