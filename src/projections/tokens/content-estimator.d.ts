import type { InputImage, Item } from "../../events/item.js";
import type { ModelInfo } from "../../models/model-info.js";
import type { TokenEstimator } from "./token-estimator.js";
/** Bytes by script and content, images by the model's rule: no tokenizer is needed. */
export declare function estimatorFor(model: ModelInfo): TokenEstimator;
/**
 * An estimator that counts an item's texts with the given function, its images by the model's rule
 * (by the flat price of docs/semantics.md §2.4 where there is none), and what is encrypted by its
 * length.
 */
export declare function contentEstimator(name: string, model: ModelInfo | null, countText: (text: string) => number): TokenEstimator;
/** What of an item a model reads: texts, images, and what only its provider can open. */
interface ItemContent {
    readonly texts: readonly string[];
    readonly images: readonly InputImage[];
    /** Estimated tokens of encrypted content (docs/semantics.md §2.5). */
    readonly sealedTokens: number;
}
/** Takes an item apart into what is counted, without its JSON. */
export declare function itemContent(item: Item): ItemContent;
export {};
