import { isRefoldError, RefoldError } from "../../errors.js";
import type { BlobReader } from "../../events/event-source.js";
import { blobUrl } from "../../events/inline-image.js";
import { imagesOf } from "../../events/item-images.js";
import type { InputImage } from "../../events/item.js";
import { encodeBase64 } from "../../events/picture.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Prompt } from "../prompt/prompt.js";
import type { RequestOptions } from "./provider.js";
import type { RequestContext } from "./request-context.js";

/** An image as a provider can be given it; a text where it cannot. */
export type ResolvedImage =
  | { readonly kind: "inline"; readonly mediaType: string; readonly data: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly text: string };

const BLOB_URL = /^blob:(sha256-[0-9a-f]{64})$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DATA_URL = /^data:([^;,]*)((?:;[^,]*)?),/i;

/** Hashes of the blobs that a prompt's images need, each once, in order. */
export function blobsNeeded(prompt: Prompt): readonly string[] {
  const hashes = new Set<string>();
  const note = (url: string): void => {
    const hash = BLOB_URL.exec(url)?.[1];
    if (hash !== undefined) hashes.add(hash);
  };
  for (const { item } of prompt.items.toArray()) {
    if (item.type === "image_generation_call") note(item.result);
    else for (const image of imagesOf(item)) note(image.image_url);
  }
  return [...hashes];
}

/** Each blob of a recorded session opens its file anew, and a process may open only so many. */
const READ_AT_ONCE = 16;

/**
 * The bytes of blobs, for a request.
 * @throws {RefoldError} `blob-missing`: unless `missing` asks for placeholders; a repair says it then
 */
export async function readBlobs(
  hashes: readonly string[],
  blobs: BlobReader,
  missing: RequestOptions["missingBlobs"],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  const readBlob = async (hash: string): Promise<void> => {
    try {
      read.set(hash, await blobs.get(hash));
    } catch (error) {
      if (missing !== "placeholder" || !isRefoldError(error, "blob-missing")) throw error;
    }
  };
  for (let start = 0; start < hashes.length; start += READ_AT_ONCE) {
    await Promise.all(hashes.slice(start, start + READ_AT_ONCE).map(readBlob));
  }
  return read;
}

/** What becomes of images in a request to one provider. */
export interface ImageRules {
  /** Media types that the API takes, in lower case. */
  readonly mediaTypes: ReadonlySet<string>;
  /** The addresses that the provider fetches images from by itself; null: it fetches none. */
  readonly urls: RegExp | null;
}

/** Most APIs, which fetch images from the web, in the open too. Of gifs only the API can tell whether they move. */
export const WEB_IMAGES: ImageRules = {
  mediaTypes: new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]),
  urls: /^https?:\/\/\S+$/i,
};

export function resolveImage(
  context: RequestContext,
  image: Pick<InputImage, "image_url" | "blob">,
  place: { readonly ref: ItemRef | null; readonly rules: ImageRules },
): ResolvedImage {
  const { ref, rules } = place;
  const hash = BLOB_URL.exec(image.image_url)?.[1];
  const url = hash === undefined ? image.image_url : urlFromBlob(context, image, hash);
  if (url === null) {
    context.repair("blob-missing", ref, "an image whose bytes were not handed in");
    return { kind: "text", text: "[image: its bytes are not available]" };
  }
  const head = DATA_URL.exec(url);
  if (head === null) return resolveUrl(context, url, place);
  const data = url.slice(head[0].length).replace(/\s+/g, "");
  const declared = (head[1] ?? "").toLowerCase().replace("image/jpg", "image/jpeg");
  const mediaType = sniffMediaType(data) ?? declared;
  const isBase64 = /;base64$/i.test(head[2] ?? "") && data.length % 4 === 0 && BASE64.test(data);
  if (!isBase64 || !rules.mediaTypes.has(mediaType)) {
    const type = /^[a-z]+\/[a-z0-9.+-]+$/.test(mediaType) ? mediaType : "unknown";
    const fault = isBase64 ? `type that the API refuses (${type})` : "payload that is no base 64";
    context.repair("left-out", ref, `an image of a ${fault}`);
    return { kind: "text", text: `[image of type ${type}, which cannot be shown]` };
  }
  return { kind: "inline", mediaType, data };
}

/** The `data:` URL of a resolved inline image. */
export function dataUrl(image: { readonly mediaType: string; readonly data: string }): string {
  return `data:${image.mediaType};base64,${image.data}`;
}

function resolveUrl(
  context: RequestContext,
  url: string,
  place: { readonly ref: ItemRef | null; readonly rules: ImageRules },
): ResolvedImage {
  const isRead = place.rules.urls?.test(url) === true && URL.canParse(url) && url.isWellFormed();
  if (isRead) return { kind: "url", url };
  if (WEB_IMAGES.urls?.test(url) === true) {
    context.repair("turned-into-text", place.ref, "an image named by its address");
    return { kind: "text", text: `[image at ${context.text(url, place.ref)}]` };
  }
  context.repair("left-out", place.ref, "an image under an address that no provider can read");
  return { kind: "text", text: "[image, which cannot be shown]" };
}

/** @throws {RefoldError} `blob-missing`: unless placeholders were asked for: then null */
function urlFromBlob(
  context: RequestContext,
  image: Pick<InputImage, "blob">,
  hash: string,
): string | null {
  const bytes = context.options.blobs?.get(hash);
  if (bytes === undefined) {
    if (context.options.missingBlobs === "placeholder") return null;
    throw blobNotGiven(hash);
  }
  return image.blob === undefined
    ? dataUrl({ mediaType: "image/png", data: encodeBase64(bytes) })
    : blobUrl(image.blob, bytes);
}

/** What the payload's first bytes say: providers compare them with the type that is named. */
export function sniffMediaType(base64: string): string | undefined {
  if (base64.startsWith("iVBORw0KGgo")) return "image/png";
  if (base64.startsWith("/9j/")) return "image/jpeg";
  if (base64.startsWith("R0lGOD")) return "image/gif";
  if (base64.startsWith("UklGR") && base64.slice(11, 16) === "XRUJQ") return "image/webp";
  return undefined;
}

function blobNotGiven(hash: string): RefoldError<"blob-missing"> {
  const message = `the prompt needs blob ${hash}, which was not passed in`;
  const remedy = "pass in the blobs that blobsNeeded lists, or ask for placeholders (missingBlobs)";
  return new RefoldError("blob-missing", { hash }, { message, remedy });
}
