import { readMovableImage } from "../../events/inline-image.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type {
  ImageBlob,
  InputImage,
  KnownItem,
  MessagePart,
  Origin,
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

/**
 * Puts `blob:sha256-<hex>` for each inline image of an item, with what estimates need beside it
 * (docs/file-format.md#blobs).
 * @param keep told of each image's bytes
 */
export function withoutInlineImages(item: KnownItem, keep: KeepEvidence): KnownItem {
  switch (item.type) {
    case "message":
      return hasInlineImage(item.content)
        ? { ...item, content: item.content.map((part) => moved(part, keep)) }
        : item;
    case "function_call_output":
    case "custom_tool_call_output": {
      const { output } = item;
      if (typeof output === "string" || !hasInlineImage(output)) return item;
      return {
        ...item,
        output: output.map((part) => (part.type === "input_image" ? movedImage(part, keep) : part)),
      };
    }
    default:
      return item;
  }
}

/** The same for an image's URL by itself. @returns null when it has to stay as it is */
export function moveImage(url: string, keep: KeepEvidence): ImageBlob | null {
  if (!isDataUrl(url)) return null;
  const image = readMovableImage(url);
  if (image === null) return null;
  const bytes = image.bytes ?? Buffer.from(image.payload, "utf8");
  const hash = sha256(bytes);
  keep({ hash, bytes: () => bytes });
  return { hash, ...image.facts };
}

function moved(part: MessagePart, keep: KeepEvidence): MessagePart {
  return part.type === "input_image" ? movedImage(part, keep) : part;
}

function movedImage(part: InputImage, keep: KeepEvidence): InputImage {
  const blob = moveImage(part.image_url, keep);
  if (blob === null) return part;
  return { ...part, image_url: `blob:${blob.hash}`, blob };
}

function hasInlineImage(parts: readonly MessagePart[]): boolean {
  return parts.some((part) => part.type === "input_image" && isDataUrl(part.image_url));
}

function isDataUrl(url: string): boolean {
  return url.slice(0, 5).toLowerCase() === "data:";
}

export interface RecordingOptions {
  /** Of the item's turn; null: nothing is bounded (an entry of a checkpoint). */
  readonly policy: TruncationPolicy | null;
  /** Told of images, and of the original of a bounded output. */
  readonly keep: KeepEvidence;
}

/**
 * An item as it enters the ledger: its images named by hash, its output bounded
 * (docs/semantics.md §6.2).
 * @param originOf told once, from the item without its images' bytes
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
