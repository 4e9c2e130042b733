import { isRefoldError } from "../../errors.js";
import type { InputImage } from "../../events/item.js";
import { encodeBase64 } from "../../events/picture.js";
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
    const bytes = await blobs.get(blob.hash);
    const payload = blob.decoded ? encodeBase64(bytes) : new TextDecoder().decode(bytes);
    return `${blob.urlPrefix}${payload}`;
  } catch (error) {
    if (isRefoldError(error, "blob-missing") || isRefoldError(error, "blob-corrupt")) return null;
    throw error;
  }
}
