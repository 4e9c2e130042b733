import type { ModelInfo } from "../../models/model-info.js";
import { imageCost } from "../../events/image-bytes.js";
import type { InputImage } from "../../events/item.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import { imageSize, imageTokens } from "./image-tokens.js";
import { itemContent } from "./item-content.js";
import { estimateTextTokens } from "./script-aware.js";
import type { TokenEstimator } from "./token-estimator.js";

/** What a message or call takes besides its content: roles and separators. */
const FRAME_TOKENS = 4;

/** Bytes by script and content, images by the model's rule: no tokenizer is needed. */
export function estimatorFor(model: ModelInfo): TokenEstimator {
  return contentEstimator("script-aware", model, estimateTextTokens);
}

/**
 * An estimator that counts an item's texts with the given function, its images by the model's rule
 * (by the flat price of docs/semantics.md §2.4 where there is none), and what is encrypted by its
 * length.
 */
export function contentEstimator(
  name: string,
  model: ModelInfo | null,
  countText: (text: string) => number,
): TokenEstimator {
  const text = (value: string) => Math.ceil(countText(value) * (model?.tokenFactor ?? 1));
  return {
    name,
    text,
    item: (item) => {
      if (item.type === "ghost_snapshot") return 0;
      const content = itemContent(item);
      const texts = content.texts.reduce((sum, part) => sum + text(part), 0);
      const images = content.images.reduce((sum, image) => sum + tokensOfImage(image, model), 0);
      return FRAME_TOKENS + texts + images + content.sealedTokens;
    },
  };
}

function tokensOfImage(image: InputImage, model: ModelInfo | null): number {
  const rule = model?.imageTokens ?? null;
  if (rule !== null) return imageTokens(rule, imageSize(image), image.detail);
  return tokensOfBytes(imageCost(image).replacementBytes);
}
