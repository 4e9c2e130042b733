import { isRefoldError } from "../../errors.js";
import type { BlobReader } from "../../events/event-source.js";
import { readMovableImage } from "../../events/inline-image.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { isPartsOutput, mapImages, withInlineImages } from "../../events/item-images.js";
import type {
  ImageBlob,
  InputImage,
  Item,
  KnownItem,
  Origin,
  OutputPart,
  RecordedItem,
} from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { boundItem } from "../../reducers/bounding.js";
import { sha256 } from "./derived-ids.js";

/** Bytes that an event names by hash: an image, or the original of a bounded output. */
export interface Evidence {
  /** `sha256-<hex>` of its bytes. */
  readonly hash: string;
  bytes(): Uint8Array;
}

export type KeepEvidence = (evidence: Evidence) => void;

/** For lines whose evidence was kept before. */
export const ignoreEvidence: KeepEvidence = () => undefined;

export interface RecordingOptions {
  /** Of the item's turn; null: nothing is bounded (an entry of a checkpoint). */
  readonly policy: TruncationPolicy | null;
  /** Called for images, and for the original of a bounded output. */
  readonly keep: KeepEvidence;
}

/**
 * An item as it enters the ledger: its images named by hash, its output bounded
 * (docs/semantics.md §6.2).
 * @param originOf called once, with the item without its images' bytes
 */
export function recordAs(
  original: KnownItem,
  originOf: (item: KnownItem) => Origin,
  { policy, keep }: RecordingOptions,
): RecordedItem {
  const whole = withoutInlineImages(original, keep);
  const origin = originOf(whole);
  if (policy === null) return { item: whole, origin, countedBytes: countItemBytes(whole) };
  const { item, cut } = boundItem(whole, policy);
  const countedBytes = countItemBytes(item);
  if (cut === null) return { item, origin, countedBytes };
  const hash = sha256(cut.original);
  keep({ hash, bytes: () => Buffer.from(cut.original, "utf8") });
  const { policy: under, originalBytes, removedTokens } = cut;
  const bounded = { policy: under, originalBytes, removedTokens, original: hash };
  return { item, origin, countedBytes, bounded };
}

/** All that could be named by hash: under this policy every output with a text is cut. */
export function evidenceOf(record: (options: CuttingOptions) => void): readonly Evidence[] {
  const found: Evidence[] = [];
  record({ policy: { mode: "bytes", limit: 0 }, keep: (one) => void found.push(one) });
  return found;
}

type CuttingOptions = RecordingOptions & { readonly policy: TruncationPolicy };

/**
 * Puts `blob:sha256-<hex>` for each inline image of an item, with what estimates need next to it
 * (docs/file-format.md#blobs).
 */
export function withoutInlineImages(item: KnownItem, keep: KeepEvidence): KnownItem {
  return mapImages(item, (image) => {
    const blob = moveImage(image.image_url, keep);
    return blob === null ? image : { ...image, image_url: `blob:${blob.hash}`, blob };
  });
}

/** The same for an image's URL by itself. @returns null if it has to stay as it is */
export function moveImage(url: string, keep: KeepEvidence): ImageBlob | null {
  if (url.slice(0, 5).toLowerCase() !== "data:") return null;
  const image = readMovableImage(url);
  if (image === null) return null;
  const bytes = image.bytes ?? Buffer.from(image.payload, "utf8");
  const hash = sha256(bytes);
  keep({ hash, bytes: () => bytes });
  return { hash, ...image.facts };
}

/** What can be restored of a recorded item, wherever it occurs. */
export interface Restorable {
  readonly item: Item;
  readonly bounded?: { readonly original: string } | undefined;
}

/** An item as its session recorded it: its original output and its images put back. */
export async function restoreItem(
  { item, bounded }: Restorable,
  blobs: BlobReader,
): Promise<unknown> {
  if (item.type === "other") return item.original;
  const urlOf = (image: InputImage): Promise<string> => restoreImageUrl(image, blobs);
  if (!isPartsOutput(item) || bounded === undefined) return withInlineImages(item, urlOf);
  const original = Buffer.from(await blobs.get(bounded.original)).toString("utf8");
  if (typeof item.output === "string") return { ...item, output: original };
  const output: unknown = JSON.parse(original);
  return isParts(output) ? withInlineImages({ ...item, output }, urlOf) : { ...item, output };
}

/** Written by this library, from parts that had their form. */
function isParts(value: unknown): value is OutputPart[] {
  return Array.isArray(value);
}

/** The URL that an image had before its bytes were moved to the blob store. */
export async function restoreImageUrl(
  { image_url: url, blob }: Pick<InputImage, "image_url" | "blob">,
  blobs: BlobReader,
): Promise<string> {
  if (blob === undefined) return url;
  const bytes = Buffer.from(await blobs.get(blob.hash));
  return blob.urlPrefix + bytes.toString(blob.decoded ? "base64" : "utf8");
}

/**
 * An item with its images inline and its output as it was before it was bounded.
 * @returns null if the original is not in the blob store any more
 */
export async function restoreWhole(recorded: Restorable, blobs: BlobReader): Promise<unknown> {
  try {
    return await restoreItem(recorded, blobs);
  } catch (error) {
    if (isRefoldError(error, "blob-missing")) return null;
    throw error;
  }
}
