import type { InputImage } from "./item.js";
/** A data URL, cut behind its comma. */
interface DataUrl {
    /** `data:` up to the comma, comma included. */
    readonly prefix: string;
    readonly payload: string;
}
/** What stands beside an image that was moved to the blob store: `ImageBlob` without its hash. */
interface ImageFacts {
    readonly urlPrefix: string;
    readonly payloadBytes: number;
    readonly decoded: boolean;
    readonly mediaType: string | null;
    readonly width: number | null;
    readonly height: number | null;
}
/** An image that can be moved to the blob store. */
interface MovableImage {
    readonly facts: ImageFacts;
    /** What the blob holds; null: the payload's text as UTF-8, `payload`. */
    readonly bytes: Uint8Array | null;
    readonly payload: string;
}
/** @returns null when the URL is not a data URL with a comma */
export declare function splitDataUrl(url: string): DataUrl | null;
/**
 * Reads what must stand beside an image when its bytes go to the blob store, so that it counts the
 * same there as inline (docs/semantics.md §7.8).
 * @returns null when the URL has to stay as it is: no data URL, no payload, or a payload that JSON
 *   would have to escape or UTF-8 could not keep
 */
export declare function readMovableImage(url: string): MovableImage | null;
interface ImageCost {
    /** The URL as a JSON string, as if it stood inline. */
    readonly urlBytes: number;
    readonly payloadBytes: number;
    readonly replacementBytes: number;
}
/** What an image counts: as text, and as what stands for its payload (docs/semantics.md §7.2). */
export declare function imageCost(part: InputImage): ImageCost;
export {};
