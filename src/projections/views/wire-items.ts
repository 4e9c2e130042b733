import type { InputImage, Item, MessagePart, OutputPart } from "../../events/item.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { blobUrl } from "../providers/images.js";

/** Reads blobs by hash: a store's `blobs`, or a session's. */
export interface BlobSource {
  get(hash: string): Promise<Uint8Array>;
}

/**
 * The items of a state's ledger in the wire shape of the Responses API, oldest first: images that
 * were moved to blobs get back the URL that they were recorded with, kinds without a meaning here
 * come out of their wrapping.
 * @throws whatever reading a blob throws
 */
export async function wireItems(
  { ledger }: ThreadState,
  blobs: BlobSource,
): Promise<readonly object[]> {
  const items: object[] = [];
  for (const { item } of ledger.entries) items.push(await wireItem(item, blobs));
  return items;
}

async function wireItem(item: Item, blobs: BlobSource): Promise<object> {
  switch (item.type) {
    case "other":
      return item.original;
    case "message":
      return { ...item, content: await wireParts(item.content, blobs) };
    case "function_call_output":
    case "custom_tool_call_output":
      if (typeof item.output === "string") return item;
      return { ...item, output: await wireParts(item.output, blobs) };
    default:
      return item;
  }
}

async function wireParts(
  parts: readonly (MessagePart | OutputPart)[],
  blobs: BlobSource,
): Promise<readonly object[]> {
  const wired: object[] = [];
  for (const part of parts) {
    wired.push(part.type === "input_image" ? await wireImage(part, blobs) : part);
  }
  return wired;
}

async function wireImage(image: InputImage, blobs: BlobSource): Promise<object> {
  if (image.blob === undefined) return image;
  const { blob, ...rest } = image;
  return { ...rest, image_url: blobUrl(blob, await blobs.get(blob.hash)) };
}
