import type { Fact } from "../events/event.js";
import type { FoldedEvent, LogState } from "./thread-state.js";
import { changes } from "./fact-slices.js";

export const initialLog: LogState = { head: 0, historyVersion: 0 };

/** Where the log ends, and which version of the history that makes: over all of the log. */
export function reduceLog(state: LogState, event: FoldedEvent): LogState {
  const head = event.offset + 1;
  const historyVersion = versionMadeBy(event) ?? state.historyVersion;
  return head === state.head && historyVersion === state.historyVersion
    ? state
    : { head, historyVersion };
}

/** The ledger's version that a fact makes; null: it does not rewrite the ledger. */
export function versionMadeBy(fact: Fact): number | null {
  return changes(fact, "version") ? fact.data.historyVersion : null;
}
