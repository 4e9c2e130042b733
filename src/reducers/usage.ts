import { tokensOfText } from "../events/bytes.js";
import type { Usage, UsageState } from "../events/slices.js";
import type { UsageReported } from "../events/usage.js";
import type { FoldedEvent, LedgerState, ThreadInfo } from "./thread-state.js";
import { FOREIGN_ROLLBACK } from "./turns.js";
import { changes } from "./fact-slices.js";

export const NO_USAGE: Usage = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  total: 0,
};

/** Two counts as one. @param a null: there was none yet */
export function addUsage(a: Usage | null, b: Usage): Usage {
  return a === null ? b : combined(a, b, 1);
}

/** What the first says more than the second. */
export function subtractUsage(a: Usage, b: Usage): Usage {
  return combined(a, b, -1);
}

function combined(a: Usage, b: Usage, sign: 1 | -1): Usage {
  const isLongReported = a.longCacheWrite !== undefined || b.longCacheWrite !== undefined;
  const longCacheWrite = (a.longCacheWrite ?? 0) + sign * (b.longCacheWrite ?? 0);
  return {
    input: a.input + sign * b.input,
    cachedInput: a.cachedInput + sign * b.cachedInput,
    cacheWrite: a.cacheWrite + sign * b.cacheWrite,
    ...(isLongReported && { longCacheWrite }),
    output: a.output + sign * b.output,
    reasoning: a.reasoning + sign * b.reasoning,
    total: a.total + sign * b.total,
  };
}

export const initialUsage: UsageState = {
  last: null,
  total: NO_USAGE,
  contextWindow: null,
  lastAt: null,
  lastIsEstimate: false,
};

/** What an estimate of a prompt is made from: its items, and the base instructions. */
interface EstimateBasis {
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
  if (!changes(event, "usage")) return state;
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
  }
}

function report(state: UsageState, offset: number, data: UsageReported["data"]): UsageState {
  if (isAside(data)) return { ...state, total: addUsage(state.total, newlyUsed(data)) };
  return {
    last: data.usage,
    total: data.totals ?? addUsage(state.total, newlyUsed(data)),
    contextWindow: knownWindow(data.contextWindow) ?? state.contextWindow,
    lastAt: offset,
    lastIsEstimate: false,
  };
}

/** Whether a report is of a request beside the conversation, which no prompt of the thread was sent with. */
export function isAside({ aside }: UsageReported["data"]): boolean {
  return aside !== undefined && aside !== null;
}

/** False: an earlier report was of the same request. */
export function isNewRequest({ revised }: UsageReported["data"]): boolean {
  return revised === undefined || revised === null;
}

/** A window of no tokens is none: the provider did not say. */
export function knownWindow(contextWindow: number | null): number | null {
  return contextWindow === 0 ? null : contextWindow;
}

/** What a report adds to those before it: all of it, or what it says more than the one it revises. */
export function newlyUsed({ usage, revised = null }: UsageReported["data"]): Usage {
  return revised === null ? usage : subtractUsage(usage, revised);
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

/** What a report adds to what was spent. */
export interface Spent {
  readonly usage: Usage;
  /** False: the report before was of the same request, and this one says more of it. */
  readonly isNewRequest: boolean;
  /** The whole request as it is known now; `usage` is what this says more than `before`. */
  readonly request: Usage;
  readonly before: Usage | null;
  /** US dollars, as recorded with the report; null: nothing was. */
  readonly cost: number | null;
}

/**
 * Adds up what the requests of one thread cost, each once, whatever was rolled back since. A report
 * may come twice: Codex says the newest one again when its rate limits change, and its running totals
 * show that nothing was spent in between. They also show where a report takes the place of the one
 * before, as in a rollout that was written of a session whose requests were reported as they grew.
 */
export class SpendMeter {
  #newest: { readonly usage: Usage; readonly totals: Usage } | null = null;

  /**
   * Takes the next report of the thread.
   * @returns what was spent since the one before; null: it repeats that one, or is of no request
   */
  take(data: UsageReported["data"]): Spent | null {
    const { usage, totals, cost = null } = data;
    const before = data.revised ?? null;
    const said = {
      usage: newlyUsed(data),
      isNewRequest: isNewRequest(data),
      request: usage,
      before,
      cost,
    };
    if (totals === null || totals === undefined) return said;
    const newest = this.#newest;
    this.#newest = { usage, totals };
    if (isOfNoRequest(usage)) return null;
    // An estimate may come before the first request: the totals show that nothing was spent.
    if (newest === null) return isSame(totals, NOTHING) ? null : said;
    const grown = subtractUsage(totals, newest.totals);
    if (isSame(grown, NOTHING)) return null;
    const more = subtractUsage(usage, newest.usage);
    // Totals that are those of one report may have begun anew, but then for a longer input.
    const isFirst = isSame(newest.totals, newest.usage) && more.input !== 0;
    const mayTell = before === null && !isFirst && !isSame(grown, usage);
    if (!mayTell || !isSame(grown, more)) return said;
    return { ...said, usage: more, isNewRequest: false, before: newest.usage };
  }
}

/**
 * Codex reports a full window when its provider refuses a request as too long: a total, of no input and no
 * output, and totals that begin anew at the window's size.
 */
function isOfNoRequest({ input, output, total }: Counts): boolean {
  return input === 0 && output === 0 && total > 0;
}

const NOTHING = { input: 0, output: 0, total: 0 };

type Counts = Pick<Usage, "input" | "output" | "total">;

function isSame(one: Counts, other: Counts): boolean {
  return one.total === other.total && one.input === other.input && one.output === other.output;
}
