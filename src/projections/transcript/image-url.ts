import { isRefoldError } from "../../errors.js";
import type { BlobReader } from "../../events/event-source.js";
import type { InputImage } from "../../events/item.js";
import { blobUrl, splitDataUrl } from "../../events/inline-image.js";
import { decodeBase64, readPicture } from "../../events/picture.js";

/** The URL of a recorded image, its bytes included. @returns null: its blob is missing or damaged */
export async function imageUrl(
  { image_url: url, blob }: InputImage,
  blobs: BlobReader,
): Promise<string | null> {
  if (blob === undefined) return url;
  const bytes = await readableBlob(blobs, blob.hash);
  return bytes && blobUrl(blob, bytes);
}

/** The bytes after a hash. @returns null: they are missing or damaged */
export async function readableBlob(blobs: BlobReader, hash: string): Promise<Uint8Array | null> {
  try {
    return await blobs.get(hash);
  } catch (error) {
    if (isRefoldError(error, "blob-missing", "blob-corrupt")) return null;
    throw error;
  }
}

/** The same picture as a data URL of a kind that holds no script, told by its bytes; null: it is none. */
export function pictureDataUrl(url: string): string | null {
  const payload = splitDataUrl(url)?.payload;
  const bytes = payload === undefined ? null : decodeBase64(payload);
  const kind = bytes === null ? null : readPicture(bytes);
  return kind === null ? null : `data:${kind.mediaType};base64,${payload ?? ""}`;
}
