import type { RecordedItem } from "../../../events/recorded-item.js";
import type { BlobReader } from "../../keeping/kept-bytes.js";
import { restoreItem } from "../../keeping/restore-item.js";
import type { LedgerIds } from "../../writing/ledger-ids.js";
import { restoreWhole } from "../../writing/restore-whole.js";
import type { WrittenRollout } from "./written-rollout.js";

export interface ItemWriting {
  readonly rollout: WrittenRollout;
  readonly ids: LedgerIds;
  readonly blobs: BlobReader;
}

/**
 * An item as a rollout records it: its images inline; a bounded output whole, if a reader of the
 * rollout will bound it to the very same, else as it stands in the ledger.
 * @returns `isOriginal` false: there is more of the output than what is written
 */
export async function itemPayload(
  { item, bounded }: RecordedItem,
  { rollout, ids, blobs }: ItemWriting,
): Promise<{ readonly payload: unknown; readonly isOriginal: boolean }> {
  if (bounded === undefined) {
    return { payload: await restoreItem({ item }, blobs), isOriginal: true };
  }
  const whole = await restoreWhole({ item, bounded }, blobs);
  if (whole !== null && rollout.keyOf(whole) === ids.keyOf(item)) {
    return { payload: whole, isOriginal: true };
  }
  return { payload: await restoreItem({ item }, blobs), isOriginal: false };
}
