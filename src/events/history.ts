import { z } from "zod";
import { InjectedFragment } from "./context.js";
import { ReplacementItem } from "./item.js";
import { factSchema, ItemRef, Offset, TokenCount } from "./primitives.js";
import { CheckpointRest } from "./slices.js";

/**
 * A checkpoint: a complete new base for the ledger. With `rest` a reader that comes from the end
 * needs nothing older.
 */
export const HistoryCompacted = factSchema("history.compacted", {
  trigger: z.enum(["pre-turn", "mid-turn", "manual", "model-downshift", "foreign"]),
  reason: z.string().nullable(),
  /** The summary's text as it is in the ledger, prefix included; null: the list holds none. */
  summary: z.string().nullable(),
  /**
   * The new ledger, oldest first. Null: a legacy foreign compaction, whose list is rebuilt from the
   * ledger before it and `summary` (docs/semantics.md §11.1-11.3, §12.7).
   */
  replacement: z.array(ReplacementItem).nullable(),
  /** Where the initial context was put; `none` clears the baseline. */
  placement: z.enum(["none", "before-last-user"]),
  /**
   * What the initial context inside `replacement` tells (`item` is an index into it); with
   * `before-last-user` it makes the running turn's envelope the baseline. Absent: not said, and the
   * baseline is cleared.
   */
  fragments: z.array(InjectedFragment).optional(),
  /** Offsets of the range that the new base stands for; null: unknown. */
  replaced: z.looseObject({ from: Offset, to: Offset }).nullable(),
  tokensBefore: TokenCount.nullable(),
  tokensAfter: TokenCount.nullable(),
  /** Items that had to go before the summary could be made. */
  trimmed: z.array(ItemRef),
  /** 1 for the thread's first surviving checkpoint. */
  windowNumber: z.int().positive(),
  /** The ledger's version that this event makes. */
  historyVersion: z.int().nonnegative(),
  rest: CheckpointRest.optional(),
});
export type HistoryCompacted = z.infer<typeof HistoryCompacted>;

/** Each event that rewrites the ledger carries the version it makes (law 1). */
const historyVersion = z.int().nonnegative();

/** Items went from the ledger. Refs that are not there any more are passed over. */
export const HistoryTrimmed = factSchema("history.trimmed", {
  refs: z.array(ItemRef),
  strategy: z.string(),
  reason: z.string(),
  clearsBaseline: z.boolean(),
  historyVersion,
});
/** The conversation starts afresh; instructions, tools and configuration stay. */
export const HistoryCleared = factSchema("history.cleared", {
  reason: z.string().nullable(),
  historyVersion,
});
/** The state is again what it was at `to`, the last offset that counts. */
export const HistoryRolledBack = factSchema("history.rolled-back", {
  to: Offset,
  /** When it was asked for in turns. */
  turns: z.int().positive().nullish(),
  historyVersion,
});
/** Tool outputs gave way to a placeholder; their calls stay paired. */
export const OutputsCleared = factSchema("outputs.cleared", {
  refs: z.array(ItemRef),
  placeholder: z.string(),
  historyVersion,
});
/** Images inside tool outputs gave way to a text (docs/semantics.md §9.4). */
export const ImagesReplaced = factSchema("images.replaced", {
  refs: z.array(ItemRef),
  placeholder: z.string(),
  historyVersion,
});
export type HistoryTrimmed = z.infer<typeof HistoryTrimmed>;
export type HistoryCleared = z.infer<typeof HistoryCleared>;
export type HistoryRolledBack = z.infer<typeof HistoryRolledBack>;
export type OutputsCleared = z.infer<typeof OutputsCleared>;
export type ImagesReplaced = z.infer<typeof ImagesReplaced>;
