import { assertNever } from "../errors.js";
import type { Fact } from "../events/event.js";
import type { FoldedEvent, LogState } from "./thread-state.js";

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
  switch (fact.type) {
    case "history.compacted":
    case "history.trimmed":
    case "history.cleared":
    case "history.rolled-back":
    case "outputs.cleared":
    case "images.replaced":
      return fact.data.historyVersion;
    case "thread.started":
    case "thread.forked":
    case "thread.renamed":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "turn.started":
    case "turn.completed":
    case "turn.aborted":
    case "context.injected":
    case "item.recorded":
    case "request.sent":
    case "usage.reported":
    case "snapshot.taken":
    case "snapshot.restored":
    case "notice.logged":
    case "foreign.kept":
      return null;
    default:
      return assertNever(fact);
  }
}
