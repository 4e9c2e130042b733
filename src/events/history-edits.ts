import { z } from "zod";
import { factSchema } from "./fact-schema.js";
import { ItemRef, Offset } from "./primitives.js";

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
