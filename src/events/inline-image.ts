import { bytesOfTokens, jsonStringBytes, utf8Bytes } from "./bytes.js";
import type { ImageBlob, InputImage } from "./item.js";
import { decodeBase64, encodeBase64, readPicture } from "./picture.js";

/** A data URL, cut after its comma. */
interface DataUrl {
  /** `data:` up to the comma, comma included. */
  readonly prefix: string;
  readonly payload: string;
}

interface ImageFacts {
  readonly urlPrefix: string;
  readonly payloadBytes: number;
  readonly decoded: boolean;
  readonly mediaType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

interface MovableImage {
  readonly facts: ImageFacts;
  /** What the blob holds; null: the payload's text as UTF-8, `payload`. */
  readonly bytes: Uint8Array | null;
  readonly payload: string;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** @returns null when the URL is not a data URL with a comma */
export function splitDataUrl(url: string): DataUrl | null {
  if (url.slice(0, 5).toLowerCase() !== "data:") return null;
  const comma = url.indexOf(",");
  if (comma < 0) return null;
  return { prefix: url.slice(0, comma + 1), payload: url.slice(comma + 1) };
}

/**
 * True when a data URL's prefix says an image in base 64: a media type that starts with `image/`,
 * and `base64` among the parameters, in any case (docs/semantics.md §7.2).
 */
function isInlineImagePrefix(prefix: string): boolean {
  return (
    prefix.slice("data:".length, "data:image/".length).toLowerCase() === "image/" &&
    isBase64(prefix)
  );
}

function isBase64(prefix: string): boolean {
  return prefix.slice(0, -1).toLowerCase().split(";").indexOf("base64") > 0;
}

/**
 * Reads what must be beside an image when its bytes go to the blob store, so that it counts the
 * same there as inline (docs/semantics.md §7.8).
 * @returns null when the URL has to stay as it is: no data URL, no payload, or a payload that JSON
 *   would have to escape or UTF-8 could not keep
 */
export function readMovableImage(url: string): MovableImage | null {
  const split = splitDataUrl(url);
  if (split === null || split.payload === "") return null;
  const { prefix, payload } = split;
  const bytes = isBase64(prefix) ? decodeBase64(payload) : null;
  const payloadBytes = bytes === null ? plainBytes(payload) : payload.length;
  if (payloadBytes === null) return null;
  const picture = bytes === null ? null : readPicture(bytes);
  return {
    facts: {
      urlPrefix: prefix,
      payloadBytes,
      decoded: bytes !== null,
      mediaType: picture?.mediaType ?? mediaTypeOf(prefix),
      width: picture?.width ?? null,
      height: picture?.height ?? null,
    },
    bytes,
    payload,
  };
}

/** The URL that an image was recorded with, before its bytes were moved to a blob; a byte order mark is part of it. */
export function blobUrl(
  { urlPrefix, decoded }: Pick<ImageBlob, "urlPrefix" | "decoded">,
  bytes: Uint8Array,
): string {
  if (decoded) return urlPrefix + encodeBase64(bytes);
  return urlPrefix + new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** UTF-8 bytes of a text; null: JSON would have to escape something in it, or UTF-8 could not keep it. */
function plainBytes(text: string): number | null {
  if (LONE_SURROGATE.test(text)) return null;
  const bytes = utf8Bytes(text);
  return jsonStringBytes(text) === bytes + 2 ? bytes : null;
}

function mediaTypeOf(prefix: string): string | null {
  const mediaType = prefix.slice("data:".length, -1).split(";", 1)[0] ?? "";
  return mediaType === "" ? null : mediaType.toLowerCase();
}

/** What an inline image counts instead of its payload (docs/semantics.md §2.4). */
const INLINE_IMAGE_BYTES = 7373;
/** Side of the square patches that an image in original detail is charged by, in pixels. */
const PATCH_SIDE = 32;

interface ImageCost {
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
