import { ceil4 } from "../events/bytes.js";
import { isModelGenerated } from "../events/item-class.js";
import { refOffset } from "./item-refs.js";
import type { LedgerEntry, ThreadState } from "./thread-state.js";

/**
 * How many tokens the next prompt takes: the last total, and what came after it. Providers count the
 * reasoning of earlier turns in their input (docs/semantics.md §7.6).
 * @returns tokens
 */
export function totalTokens(state: ThreadState): number {
  return (state.usage.last?.total ?? 0) + tokensAfterLastModelItem(state);
}

/**
 * What the last total cannot contain yet: the items after the last model-generated one (§7.4),
 * none without such an item. Where the last total is our own estimate, made when the ledger was
 * rewritten, it contains all that stood there then, whoever made it: so the items recorded since.
 * @returns tokens
 */
export function tokensAfterLastModelItem({ ledger, usage }: ThreadState): number {
  const { lastAt, lastIsEstimate } = usage;
  const isCounted =
    lastIsEstimate && lastAt !== null
      ? ({ ref }: LedgerEntry) => refOffset(ref) <= lastAt
      : ({ item }: LedgerEntry) => isModelGenerated(item);
  let tokens = 0;
  for (let index = ledger.entries.length - 1; index >= 0; index--) {
    const entry = ledger.entries.at(index);
    if (entry === undefined || isCounted(entry)) return tokens;
    tokens += ceil4(entry.countedBytes);
  }
  return lastIsEstimate ? tokens : 0;
}

/**
 * Percent of the context window that is left: of 95 % of it, rounded down
 * (docs/semantics.md §2.10).
 * @returns 0 to 100; null while the window is unknown
 */
export function percentLeft(usedTokens: number, contextWindow: number | null): number | null {
  if (contextWindow === null) return null;
  const usable = Math.floor((contextWindow * USABLE_PERCENT) / 100);
  if (usable === 0) return 0;
  const left = Math.floor(((usable - usedTokens) * 100) / usable);
  return Math.min(100, Math.max(0, left));
}

const USABLE_PERCENT = 95;
