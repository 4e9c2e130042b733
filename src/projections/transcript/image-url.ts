import { isRefoldError } from "../../errors.js";
import type { InputImage } from "../../events/item.js";
import { blobUrl, splitDataUrl } from "../../events/inline-image.js";
import { decodeBase64, readPicture } from "../../events/picture.js";
import type { BlobHash } from "../../events/primitives.js";

/** Where the bytes of pictures are: the blobs of a store or a session. */
export interface PictureBlobs {
  get(hash: BlobHash): Promise<Uint8Array>;
}

/** The URL of a recorded image, its bytes included. @returns null: its blob is missing or damaged */
export async function imageUrl(
  { image_url: url, blob }: InputImage,
  blobs: PictureBlobs,
): Promise<string | null> {
  if (blob === undefined) return url;
  try {
    return blobUrl(blob, await blobs.get(blob.hash));
  } catch (error) {
    if (isRefoldError(error, "blob-missing") || isRefoldError(error, "blob-corrupt")) return null;
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
