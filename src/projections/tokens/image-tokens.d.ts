import type { InputImage } from "../../events/item.js";
import type { ImageTokenRule } from "../../models/model-info.js";
/** In pixels. */
export interface ImageSize {
    readonly width: number;
    readonly height: number;
}
/** Size of an image part, from its blob's facts or its own bytes; null: it cannot be told. */
export declare function imageSize(image: InputImage): ImageSize | null;
/**
 * What an image costs under a model's rule.
 * @param size in pixels; null: a middling size is assumed
 * @param detail `low`, `high`, `original` or absent (`auto`, which is counted as high)
 * @see docs/tokens.md, "Images"
 */
export declare function imageTokens(rule: ImageTokenRule, size: ImageSize | null, detail?: string | null): number;
