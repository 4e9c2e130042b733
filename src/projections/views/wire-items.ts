import type { BlobReader } from "../../events/event-source.js";
import { blobUrl } from "../../events/inline-image.js";
import { withInlineImages } from "../../events/item-images.js";
import type { Item } from "../../events/item.js";
import type { ThreadState } from "../../reducers/thread-state.js";

export type { BlobReader as BlobSource };

/**
 * The items of a state's ledger in the wire shape of the Responses API, oldest first: images that
 * were moved to blobs get back the URL that they were recorded with, kinds without a meaning here
 * come out of their wrapping.
 * @throws whatever reading a blob throws
 */
export async function wireItems(
  { ledger }: ThreadState,
  blobs: BlobReader,
): Promise<readonly object[]> {
  const items: object[] = [];
  for (const { item } of ledger.entries) items.push(await wireItem(item, blobs));
  return items;
}

function wireItem(item: Item, blobs: BlobReader): object | Promise<object> {
  if (item.type === "other") return item.original;
  return withInlineImages(item, async ({ image_url: url, blob }) =>
    blob === undefined ? url : blobUrl(blob, await blobs.get(blob.hash)),
  );
}
