import { tokensOfBytes } from "../../events/token-bytes.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { percentLeft, totalTokens } from "../../reducers/total-tokens.js";
import { tokenParts, type TokenParts } from "./token-parts.js";

/** One item's share. */
export interface ItemTokens {
  /** Offset of the event that recorded it. */
  readonly offset: number;
  readonly type: string;
  /** Its size by docs/semantics.md §7.1. */
  readonly bytes: number;
  readonly tokens: number;
}

/** How full a thread is. Counts in tokens. */
export interface ThreadTokens {
  /** `reported` + `estimated`. */
  readonly total: number;
  /** Of the last request, by its provider; 0: nothing was reported since the history was rewritten. */
  readonly reported: number;
  /** By us: what came after the last model item, or the whole ledger after it was rewritten. */
  readonly estimated: number;
  /** Null: nobody has named it. */
  readonly contextWindow: number | null;
  /** Of 95 % of the window, 0 to 100. */
  readonly percentLeft: number | null;
  /** Oldest first. */
  readonly items: readonly ItemTokens[];
  /** Of instructions and items, all estimated. */
  readonly parts: TokenParts;
}

/**
 * What a thread's next prompt takes, in sum, item by item and by part.
 * @see docs/semantics.md §7, §2.10
 */
export function projectTokens(state: ThreadState): ThreadTokens {
  const { usage, thread } = state;
  const entries = state.ledger.entries.toArray();
  const total = totalTokens(state, SERVER);
  const reported = usage.lastIsEstimate ? 0 : (usage.last?.total ?? 0);
  return {
    total,
    reported,
    estimated: total - reported,
    contextWindow: usage.contextWindow,
    percentLeft: percentLeft(state, SERVER),
    items: entries.map(({ ref, item, countedBytes }) => ({
      offset: refOffset(ref),
      type: item.type,
      bytes: countedBytes,
      tokens: tokensOfBytes(countedBytes),
    })),
    parts: tokenParts(thread?.instructions?.text ?? "", entries),
  };
}

/** Providers report the reasoning that they keep as part of the input. */
const SERVER = { serverCountsReasoning: true } as const;
