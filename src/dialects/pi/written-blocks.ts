import { splitDataUrl } from "../../events/inline-image.js";
import type { KnownItem, MessagePart, ReasoningItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { OPENAI_BREAK } from "./read-items.js";

/** The block of an answer that an item is. @returns null when it is not the model's */
export function answerBlock(item: KnownItem): JsonObject | null {
  switch (item.type) {
    case "message": {
      const [part] = item.content;
      if (item.role !== "assistant" || part?.type !== "output_text") return null;
      const { thoughtSignature } = part;
      const signed = typeof thoughtSignature === "string";
      return { type: "text", text: part.text, ...(signed && { textSignature: thoughtSignature }) };
    }
    case "function_call": {
      const { call_id: id, name, arguments: text, thoughtSignature } = item;
      const signed = typeof thoughtSignature === "string" ? { thoughtSignature } : {};
      return { type: "toolCall", id, name, arguments: JSON.parse(text), ...signed };
    }
    case "reasoning":
      return thinkingBlock(item);
    default:
      return null;
  }
}

/** Texts and images, inline. */
export function contentBlocks(parts: readonly MessagePart[]): readonly JsonObject[] {
  return parts.map((part) => {
    if (part.type !== "input_image") return { type: "text", text: part.text };
    const { mediaType = "", payload = "" } = splitImage(part.image_url);
    return { type: "image", data: payload, mimeType: mediaType };
  });
}

function splitImage(url: string): { readonly mediaType?: string; readonly payload?: string } {
  const split = splitDataUrl(url);
  if (split === null) return {};
  const mediaType = /^data:([^,;]+)/i.exec(url)?.[1] ?? "image/png";
  return { mediaType, payload: split.payload };
}

/** What an item of OpenAI's is signed with is the item itself. */
function thinkingBlock(item: ReasoningItem): JsonObject {
  const parts = [...item.summary, ...(item.content ?? [])];
  const isOpenai = reasoningApi(item) === "openai-responses";
  const thinking = parts.map(({ text }) => text).join(OPENAI_BREAK);
  if (isOpenai) {
    return { type: "thinking", thinking, thinkingSignature: JSON.stringify(item) };
  }
  const { signature, redacted, thoughtSignature } = item;
  if (typeof redacted === "string") {
    return { type: "thinking", thinking, thinkingSignature: redacted, redacted: true };
  }
  const signed = signature ?? thoughtSignature;
  return {
    type: "thinking",
    thinking,
    ...(typeof signed === "string" && { thinkingSignature: signed }),
  };
}

/** The name that pi has for what takes a thought back: it says how the thought is signed. */
function reasoningApi({ provider = "openai" }: ReasoningItem): string {
  switch (provider) {
    case "openai":
      return "openai-responses";
    case "anthropic":
      return "anthropic-messages";
    case "google":
      return "google-generative-ai";
    case "openai-chat":
      return "openai-completions";
    default:
      return "unknown";
  }
}

/** The api that an answer with an item has to name; null: any. */
export function apiOf(item: KnownItem): string | null {
  if (item.type === "reasoning") return reasoningApi(item);
  if (item.type !== "message") return null;
  const [part] = item.content;
  const isSigned = part?.type === "output_text" && typeof part["thoughtSignature"] === "string";
  return isSigned ? "google-generative-ai" : null;
}
