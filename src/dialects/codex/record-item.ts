import { originOf } from "../../events/item-class.js";
import type { KnownItem } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { RecordedItem } from "../../events/recorded-item.js";
import type { KeepEvidence } from "../keeping/evidence.js";
import { recordAs } from "../keeping/record-as.js";

/**
 * An item as it enters the ledger, its origin told from its content once (docs/semantics.md §4.3).
 * @param policy of its turn; null: nothing is bounded (an entry of a checkpoint)
 */
export function recordItem(
  original: KnownItem,
  policy: TruncationPolicy | null,
  keep: KeepEvidence,
): RecordedItem {
  return recordAs(original, originOf, { policy, keep });
}
