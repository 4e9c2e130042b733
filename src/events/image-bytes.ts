import { decodeBase64 } from "./base64.js";
import { isInlineImagePrefix, splitDataUrl } from "./inline-image.js";
import type { InputImage } from "./item.js";
import { jsonStringBytes, utf8Bytes } from "./json-bytes.js";
import { readPicture } from "./picture.js";
import { bytesOfTokens } from "./token-bytes.js";

/** What an inline image counts instead of its payload (docs/semantics.md §2.4). */
const INLINE_IMAGE_BYTES = 7373;
/** Side of the square patches that an image in original detail is charged by, in pixels. */
const PATCH_SIDE = 32;

export interface ImageCost {
  /** The URL as a JSON string, as if it stood inline. */
  readonly urlBytes: number;
  readonly payloadBytes: number;
  readonly replacementBytes: number;
}

/** What an image counts: as text, and as what stands for its payload (docs/semantics.md §7.2). */
export function imageCost(part: InputImage): ImageCost {
  const { blob } = part;
  if (blob !== undefined) {
    const urlBytes = jsonStringBytes(blob.urlPrefix) + blob.payloadBytes;
    if (!isInlineImagePrefix(blob.urlPrefix)) return atItsLength(urlBytes);
    const replacementBytes = part.detail === "original" ? patchBytes(blob) : INLINE_IMAGE_BYTES;
    return { urlBytes, payloadBytes: blob.payloadBytes, replacementBytes };
  }
  const urlBytes = jsonStringBytes(part.image_url);
  const split = splitDataUrl(part.image_url);
  if (split === null || !isInlineImagePrefix(split.prefix)) return atItsLength(urlBytes);
  const payloadBytes = utf8Bytes(split.payload);
  if (part.detail !== "original") {
    return { urlBytes, payloadBytes, replacementBytes: INLINE_IMAGE_BYTES };
  }
  const bytes = decodeBase64(split.payload);
  const picture = bytes === null ? null : readPicture(bytes);
  return { urlBytes, payloadBytes, replacementBytes: patchBytes(picture) };
}

/** Any other URL counts as text. */
function atItsLength(urlBytes: number): ImageCost {
  return { urlBytes, payloadBytes: 0, replacementBytes: 0 };
}

/** `ceil(w/32) * ceil(h/32) * 4`; the flat price when the picture could not be read. */
function patchBytes(
  size: { readonly width: number | null; readonly height: number | null } | null,
): number {
  if (size === null || size.width === null || size.height === null) return INLINE_IMAGE_BYTES;
  const patches = Math.ceil(size.width / PATCH_SIDE) * Math.ceil(size.height / PATCH_SIDE);
  return bytesOfTokens(patches);
}
