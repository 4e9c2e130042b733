import { tokensOfBytes } from "../../events/bytes.js";
import { imageCost } from "../../events/inline-image.js";
import { generatedImage } from "../../events/item-images.js";
import { encryptedContentBytes } from "../../events/item-bytes.js";
import type { InputImage, Item, MessagePart, OutputPart } from "../../events/item.js";
import type { ModelInfo } from "../../models/model-info.js";
import { imageSize, imageTokens } from "./image-tokens.js";
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

/** What of an item a model reads: texts, images, and what only its provider can open. */
interface ItemContent {
  readonly texts: readonly string[];
  readonly images: readonly InputImage[];
  /** Estimated tokens of encrypted content (docs/semantics.md §2.5). */
  readonly sealedTokens: number;
}

/** Takes an item apart into what is counted, without its JSON. */
export function itemContent(item: Item): ItemContent {
  switch (item.type) {
    case "message":
      return partsContent(item.content);
    case "function_call_output":
    case "custom_tool_call_output":
      return typeof item.output === "string" ? ofTexts([item.output]) : partsContent(item.output);
    case "reasoning":
      if (typeof item.encrypted_content === "string") return sealed(item.encrypted_content);
      return ofTexts([...item.summary, ...(item.content ?? [])].map(({ text }) => text));
    case "compaction":
    case "compaction_summary":
      return sealed(item.encrypted_content);
    case "function_call":
      return ofTexts([item.name, item.arguments]);
    case "custom_tool_call":
      return ofTexts([item.name, item.input]);
    case "local_shell_call":
      return ofTexts([JSON.stringify(item.action.command)]);
    case "tool_search_call":
      return ofTexts([jsonText(item.arguments)]);
    case "tool_search_output":
      return ofTexts([jsonText(item.tools)]);
    case "web_search_call":
      return ofTexts([jsonText(item.action)]);
    case "image_generation_call":
      return {
        ...ofTexts([item.revised_prompt ?? ""]),
        images: item.result === "" ? [] : [generatedImage(item.result)],
      };
    case "other":
      return ofTexts([jsonText(item.original)]);
    case "ghost_snapshot":
      return ofTexts([]);
  }
}

function ofTexts(texts: readonly string[]): ItemContent {
  return { texts, images: [], sealedTokens: 0 };
}

function sealed(encrypted: string): ItemContent {
  const sealedTokens = tokensOfBytes(encryptedContentBytes(encrypted));
  return { texts: [], images: [], sealedTokens };
}

function partsContent(parts: readonly (MessagePart | OutputPart)[]): ItemContent {
  const texts: string[] = [];
  const images: InputImage[] = [];
  for (const part of parts) {
    if (part.type === "input_image") images.push(part);
    else texts.push(part.text);
  }
  return { texts, images, sealedTokens: 0 };
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
