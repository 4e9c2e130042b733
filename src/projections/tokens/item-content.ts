import { encryptedContentBytes } from "../../events/item-bytes.js";
import type { InputImage, Item, MessagePart, OutputPart } from "../../events/item.js";
import { tokensOfBytes } from "../../events/token-bytes.js";

/** What of an item a model reads: texts, images, and what only its provider can open. */
export interface ItemContent {
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
      return { ...ofTexts([item.revised_prompt ?? ""]), images: generatedImage(item.result) };
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

function generatedImage(result: string): readonly InputImage[] {
  if (result === "") return [];
  return [{ type: "input_image", image_url: `data:image/png;base64,${result}` }];
}

/** Undefined becomes an empty text. */
function jsonText(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
