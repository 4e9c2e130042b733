import { EMPTY_CHAIN } from "./ledger-chain.js";
import type { ContextRecord } from "./line-role.js";

/** What survives of a beginning of the file, once its newest segment is closed. */
export interface Surviving {
  /** Where the folded state is this; null: nowhere, it has to be made again. */
  readonly offset: number | null;
  /** The lines of its ledger. */
  readonly chain: number;
  /** What survives below its newest surviving segment; null: there is no segment. */
  readonly below: Surviving | null;
  /** Whether that segment is a user turn. */
  readonly topIsUserTurn: boolean;
  /** Surviving user turns. */
  readonly userTurns: number;
  /** What precedes the oldest user turn there ever was; null: there was none. */
  readonly beforeTurns: Surviving | null;
  readonly baseline: ContextRecord | null;
  readonly settings: ContextRecord | null;
  /** A legacy compaction survives that is not older than the base (docs/semantics.md §12.7). */
  readonly legacy: boolean;
  /** Surviving compactions. */
  readonly compactions: number;
  /** Line of the newest of them; null: none. */
  readonly newestCompaction: number | null;
  /** Line of the newest usage that counts; null: none. */
  readonly usage: number | null;
}

/** Before the first line. */
export const NOTHING_SURVIVES: Surviving = {
  offset: null,
  chain: EMPTY_CHAIN,
  below: null,
  topIsUserTurn: false,
  userTurns: 0,
  beforeTurns: null,
  baseline: null,
  settings: null,
  legacy: false,
  compactions: 0,
  newestCompaction: null,
  usage: null,
};

/** The same, where the folded state is at another offset. One object shape for all: many are kept. */
export function survivingAt(
  { chain, below, topIsUserTurn, userTurns, ...rest }: Surviving,
  { offset, beforeTurns, usage }: Pick<Surviving, "offset" | "beforeTurns" | "usage">,
): Surviving {
  const { baseline, settings, legacy, compactions, newestCompaction } = rest;
  return {
    offset,
    chain,
    below,
    topIsUserTurn,
    userTurns,
    beforeTurns,
    baseline,
    settings,
    legacy,
    compactions,
    newestCompaction,
    usage,
  };
}

/**
 * Discards the newest user turns, and all other segments that are newer than the last one discarded;
 * with more turns than there are, all that is newer than what precedes the first (§12.4).
 */
export function discardTurns(from: Surviving, turns: number): Surviving {
  if (turns === 0 || from.beforeTurns === null) return from;
  if (turns > from.userTurns) return from.beforeTurns;
  let surviving = from;
  for (let left = turns; left > 0 && surviving.below !== null;) {
    if (surviving.topIsUserTurn) left--;
    surviving = surviving.below;
  }
  return surviving;
}
