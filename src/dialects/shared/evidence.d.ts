import type { ImageBlob, KnownItem, Origin, RecordedItem } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
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
export declare function withoutInlineImages(item: KnownItem, keep: KeepEvidence): KnownItem;
/** The same for an image's URL by itself. @returns null when it has to stay as it is */
export declare function moveImage(url: string, keep: KeepEvidence): ImageBlob | null;
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
export declare function recordAs(original: KnownItem, originOf: (item: KnownItem) => Origin, { policy, keep }: RecordingOptions): RecordedItem;
