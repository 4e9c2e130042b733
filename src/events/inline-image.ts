import { decodeBase64 } from "./base64.js";
import { jsonStringBytes, utf8Bytes } from "./json-bytes.js";
import { readPicture } from "./picture.js";

/** A data URL, cut behind its comma. */
export interface DataUrl {
  /** `data:` up to the comma, comma included. */
  readonly prefix: string;
  readonly payload: string;
}

/** What stands beside an image that was moved to the blob store: `ImageBlob` without its hash. */
export interface ImageFacts {
  readonly urlPrefix: string;
  readonly payloadBytes: number;
  readonly decoded: boolean;
  readonly mediaType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** An image that can be moved to the blob store. */
export interface MovableImage {
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
export function isInlineImagePrefix(prefix: string): boolean {
  return (
    prefix.slice("data:".length, "data:image/".length).toLowerCase() === "image/" &&
    isBase64(prefix)
  );
}

function isBase64(prefix: string): boolean {
  return prefix.slice(0, -1).toLowerCase().split(";").indexOf("base64") > 0;
}

/**
 * Reads what must stand beside an image when its bytes go to the blob store, so that it counts the
 * same there as inline (docs/semantics.md §7.8).
 * @returns null when the URL has to stay as it is: no data URL, no payload, or a payload that JSON
 *   would have to escape or UTF-8 could not keep
 */
export function readMovableImage(url: string): MovableImage | null {
  const split = splitDataUrl(url);
  if (split === null || split.payload === "" || LONE_SURROGATE.test(split.payload)) return null;
  const { prefix, payload } = split;
  const payloadBytes = utf8Bytes(payload);
  if (jsonStringBytes(payload) !== payloadBytes + 2) return null;
  const bytes = isBase64(prefix) ? decodeBase64(payload) : null;
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

function mediaTypeOf(prefix: string): string | null {
  const mediaType = prefix.slice("data:".length, -1).split(";", 1)[0] ?? "";
  return mediaType === "" ? null : mediaType.toLowerCase();
}
