import type { Budget, DesignBudget } from "./budgets.js";

/** One line of the table. */
export interface Result {
  readonly name: string;
  readonly unit: "ms" | "MB" | "KB" | "bytes" | "µs" | "%" | "files" | "rows";
  readonly measured: number;
  /** The plainest code that does the bytes' share of the work; null: the budget is absolute. */
  readonly floor: number | null;
  /** `measured / floor` must not exceed `ratio`; `measured` must not exceed `most`. Empty: no verdict. */
  readonly budget: Budget;
  /** The entry of `BUDGETS` that this is held to; absent: the budget, if any, is the row's own. */
  readonly design?: DesignBudget;
  /** One of several lengths at which the same cost was measured. */
  readonly growth?: Growth;
}

export interface Growth {
  /** The table that it is in; absent: that of threads by length. */
  readonly table?: string;
  /** The cost's name, the same at each length. */
  readonly of: string;
  /** Items of the thread. */
  readonly items: number;
}

/** What this run did not measure, and why. */
export interface LeftOut {
  readonly name: string;
  readonly leftOut: string;
  readonly design?: DesignBudget;
  /** Of one of several lengths. */
  readonly growth?: Growth;
}

/** What a contender took for a thread of one length, beside the others ("bench/peers/"). */
export interface PeerRun {
  readonly contender: string;
  readonly items: number;
  readonly compactions: boolean;
  /** The database that it was over; absent: files. */
  readonly on?: string;
  /** By measure; those that were not reached are absent. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why it went no further; null: it did everything. */
  readonly stopped: string | null;
}

export type Outcome = Result | LeftOut | PeerRun;

export function isResult(outcome: Outcome): outcome is Result {
  return "measured" in outcome;
}

export function isLeftOut(outcome: Outcome): outcome is LeftOut {
  return "leftOut" in outcome;
}

export function isPeerRun(outcome: Outcome): outcome is PeerRun {
  return "contender" in outcome;
}
