import { assertNever } from "../errors.js";
import type { Usage, UsageState } from "../events/slices.js";
import { tokensOfText } from "../events/token-bytes.js";
import type { UsageReported } from "../events/usage-reported.js";
import { FOREIGN_ROLLBACK } from "./foreign-rollback.js";
import type { FoldedEvent } from "./folded-event.js";
import type { LedgerState, ThreadInfo } from "./thread-state.js";
import { addUsage, NO_USAGE, subtractUsage } from "./usage-sums.js";

export const initialUsage: UsageState = {
  last: null,
  total: NO_USAGE,
  contextWindow: null,
  lastAt: null,
  lastIsEstimate: false,
};

/** What an estimate of a prompt is made from: its items, and the base instructions. */
export interface EstimateBasis {
  readonly ledger: LedgerState;
  /** The ledger before the event: an edit that changed nothing is no reason for an estimate. */
  readonly ledgerBefore: LedgerState;
  readonly thread: ThreadInfo | null;
}

/**
 * What the provider reported last and in sum. When the ledger is rewritten, the last total becomes
 * our own estimate (docs/semantics.md §7.3, §7.7); a foreign session's rewriting leaves it to the
 * reports that the session recorded.
 */
export function reduceUsage(
  state: UsageState,
  event: FoldedEvent,
  basis: EstimateBasis,
): UsageState {
  switch (event.type) {
    case "usage.reported":
      return report(state, event.offset, event.data);
    case "turn.started":
      return withWindow(state, event.data.envelope.contextWindow ?? null);
    case "history.compacted":
      return event.data.trigger === "foreign" ? state : estimate(state, event, basis);
    case "history.trimmed":
      return event.data.reason === FOREIGN_ROLLBACK ? state : estimate(state, event, basis);
    case "history.cleared":
    case "outputs.cleared":
    case "images.replaced":
      return estimate(state, event, basis);
    case "thread.started":
    case "thread.forked":
    case "thread.renamed":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "turn.completed":
    case "turn.aborted":
    case "context.injected":
    case "item.recorded":
    case "request.sent":
    case "snapshot.taken":
    case "snapshot.restored":
    case "notice.logged":
    case "foreign.kept":
      return state;
    default:
      return assertNever(event);
  }
}

function report(state: UsageState, offset: number, data: UsageReported["data"]): UsageState {
  return {
    last: data.usage,
    total: data.totals ?? addUsage(state.total, newlyUsed(data)),
    contextWindow: data.contextWindow ?? state.contextWindow,
    lastAt: offset,
    lastIsEstimate: false,
  };
}

/** What a report adds to those before it: all of it, or what it says more than the one it revises. */
export function newlyUsed({ usage, revised }: UsageReported["data"]): Usage {
  return revised === undefined || revised === null ? usage : subtractUsage(usage, revised);
}

function withWindow(state: UsageState, contextWindow: number | null): UsageState {
  const known = contextWindow === null || contextWindow === state.contextWindow;
  return known ? state : { ...state, contextWindow };
}

function estimate(state: UsageState, event: FoldedEvent, basis: EstimateBasis): UsageState {
  if (basis.ledger === basis.ledgerBefore) return state;
  const total = tokensOfText(basis.thread?.instructions?.text ?? "") + basis.ledger.tokens;
  return { ...state, last: { ...NO_USAGE, total }, lastAt: event.offset, lastIsEstimate: true };
}
