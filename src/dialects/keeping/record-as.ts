import { countItemBytes } from "../../events/item-bytes.js";
import type { KnownItem } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { Origin, RecordedItem } from "../../events/recorded-item.js";
import { boundItem } from "../../reducers/bounding/bound-item.js";
import { sha256 } from "../derived-ids.js";
import { withoutInlineImages, type KeepEvidence } from "./evidence.js";

export interface RecordingOptions {
  /** Of the item's turn; null: nothing is bounded (an entry of a checkpoint). */
  readonly policy: TruncationPolicy | null;
  /** Told of images, and of the original of a bounded output. */
  readonly keep: KeepEvidence;
}

/**
 * An item as it enters the ledger: its images named by hash, its output bounded
 * (docs/semantics.md §6.2).
 * @param originOf told once, from the item without its images' bytes
 */
export function recordAs(
  original: KnownItem,
  originOf: (item: KnownItem) => Origin,
  { policy, keep }: RecordingOptions,
): RecordedItem {
  const whole = withoutInlineImages(original, keep);
  const origin = originOf(whole);
  if (policy === null) return { item: whole, origin, countedBytes: countItemBytes(whole) };
  const { item, cut } = boundItem(whole, policy);
  const countedBytes = countItemBytes(item);
  if (cut === null) return { item, origin, countedBytes };
  const hash = sha256(cut.original);
  keep({ hash, bytes: () => Buffer.from(cut.original, "utf8") });
  const { policy: under, originalBytes, removedTokens } = cut;
  const bounded = { policy: under, originalBytes, removedTokens, original: hash };
  return { item, origin, countedBytes, bounded };
}
