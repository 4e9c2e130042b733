import { RefoldError } from "../../errors.js";
import type { RecordedItem } from "../../events/recorded-item.js";
import type { BlobReader } from "../keeping/kept-bytes.js";
import { restoreItem } from "../keeping/restore-item.js";

/**
 * An item with its images inline and its output as it was before it was bounded.
 * @returns null when the original is not in the blob store any more
 */
export async function restoreWhole(
  recorded: Pick<RecordedItem, "item" | "bounded">,
  blobs: BlobReader,
): Promise<unknown> {
  try {
    return await restoreItem(recorded, blobs);
  } catch (error) {
    if (error instanceof RefoldError && error.code === "blob-missing") return null;
    throw error;
  }
}
