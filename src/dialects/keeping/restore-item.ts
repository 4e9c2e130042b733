import type { InputImage, Item, MessagePart, OutputPart } from "../../events/item.js";
import type { BlobReader } from "./kept-bytes.js";

/** An item as its session recorded it: its original output and its images put back. */
export async function restoreItem(
  {
    item,
    bounded,
  }: { readonly item: Item; readonly bounded?: { readonly original: string } | undefined },
  blobs: BlobReader,
): Promise<unknown> {
  switch (item.type) {
    case "other":
      return item.original;
    case "message":
      return { ...item, content: await restoreParts(item.content, blobs) };
    case "function_call_output":
    case "custom_tool_call_output":
      return { ...item, output: await restoreOutput(item.output, bounded?.original, blobs) };
    default:
      return item;
  }
}

/** The URL that an image had before its bytes were moved to the blob store. */
export async function restoreImageUrl(
  { image_url: url, blob }: InputImage,
  blobs: BlobReader,
): Promise<string> {
  if (blob === undefined) return url;
  const bytes = Buffer.from(await blobs.get(blob.hash));
  return blob.urlPrefix + bytes.toString(blob.decoded ? "base64" : "utf8");
}

async function restoreOutput(
  output: string | readonly OutputPart[],
  original: string | undefined,
  blobs: BlobReader,
): Promise<unknown> {
  if (typeof output === "string") {
    if (original === undefined) return output;
    return Buffer.from(await blobs.get(original)).toString("utf8");
  }
  if (original === undefined) return restoreParts(output, blobs);
  const parts: unknown = JSON.parse(Buffer.from(await blobs.get(original)).toString("utf8"));
  return isParts(parts) ? restoreParts(parts, blobs) : parts;
}

/** Written by this library, from parts that had their form. */
function isParts(value: unknown): value is readonly OutputPart[] {
  return Array.isArray(value);
}

async function restoreParts(
  parts: readonly MessagePart[],
  blobs: BlobReader,
): Promise<readonly unknown[]> {
  if (!parts.some((part) => part.type === "input_image" && part.blob !== undefined)) return parts;
  return Promise.all(
    parts.map(async (part) => {
      if (part.type !== "input_image" || part.blob === undefined) return part;
      const inline: InputImage = { ...part, image_url: await restoreImageUrl(part, blobs) };
      delete inline.blob;
      return inline;
    }),
  );
}
