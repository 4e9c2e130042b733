import type { ItemRef } from "./primitives.js";

/**
 * A state that is kept beside a log, so that whoever resumes need not fold all of it. Derived: it may
 * go at any time, and whoever uses it holds `sum` to the line that it says it is the state at.
 */
export interface KeptState {
  /** Of the event that it is the state at. */
  readonly offset: number;
  /** The sum of that event's line, which stands for all lines before it. */
  readonly sum: string;
  /** All but the items, as `NewState` had it. */
  readonly state: unknown;
  /** The items of its ledger, oldest first, read from their lines; null: one is not what it was. */
  items(): Promise<readonly KeptItem[] | null>;
}

/** An item of a ledger, as its line has it. */
export interface KeptItem {
  readonly ref: ItemRef;
  readonly recorded: unknown;
}

/** A state that is to be kept. */
export interface NewState {
  readonly offset: number;
  /** Of the ledger's items, oldest first. */
  readonly refs: readonly ItemRef[];
  /** All that is not read from lines, as JSON. */
  readonly state: unknown;
}

/** The states that are kept of one thread's own events, or of an ancestor's. */
export interface KeptSegment {
  /** Offset of the first event of its own. */
  readonly from: number;
  /** Read when they are asked for. */
  readonly states: () => readonly KeptState[];
}
