import { z } from "zod";
import { Item } from "./item.js";
import { BlobHash, ByteCount, ItemRef, TokenCount, TruncationPolicy } from "./primitives.js";

/**
 * Who an item comes from. `user`, and `agent` (another agent instructs this one), are the boundaries
 * of turns; content is never sniffed for it (docs/semantics.md §4.1). `runtime`: context,
 * summaries, hooks; `tool`: outputs; `model`: what the model made.
 */
export const Origin = z.enum(["user", "model", "tool", "agent", "runtime"]);
export type Origin = z.infer<typeof Origin>;

/** What bounding cut from an output, and where the original is (law 4). */
export const Bounded = z.looseObject({
  policy: TruncationPolicy,
  /** UTF-8 bytes of the original output: of the text, or of its JSON where it is a list. */
  originalBytes: ByteCount,
  /** Estimated tokens that went. */
  removedTokens: TokenCount,
  /** The blob that holds the original output: its text, or the JSON of its list. */
  original: BlobHash,
});
export type Bounded = z.infer<typeof Bounded>;

/** An item with what is known of it at recording. */
export const RecordedItem = z.looseObject({
  item: Item,
  origin: Origin,
  /** A tool call that failed (docs/semantics.md §6.5). */
  failed: z.boolean().optional(),
  /**
   * The item's size by docs/semantics.md §7.1, in bytes; recorded so that no reader counts again.
   */
  countedBytes: ByteCount,
  bounded: Bounded.optional(),
});
export type RecordedItem = z.infer<typeof RecordedItem>;

/** An entry of a checkpoint's replacement list. */
export const ReplacementItem = RecordedItem.extend({
  /** Where the item was recorded first; absent: it was made for this checkpoint. */
  source: ItemRef.optional(),
  /** True for the compaction's own summary (docs/semantics.md §11.9). */
  summary: z.boolean().optional(),
});
export type ReplacementItem = z.infer<typeof ReplacementItem>;
