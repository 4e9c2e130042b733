import { z } from "zod";
import type { MessagePart, WebSearchCallItem } from "../../../events/item.js";
import { copyJson } from "../../../events/json.js";
import type { ItemRef } from "../../../events/primitives.js";
import { calledName, callInput } from "../calls.js";
import { type ImageRules, resolveImage } from "../images.js";
import {
  looseText,
  reasoningRefusal,
  reasoningText,
  type RequestContext,
} from "../request-context.js";
import {
  type CallUnit,
  FAILED_CALL,
  imagesLabel,
  type OutputUnit,
  type ReasoningUnit,
  textsAlone,
} from "../units.js";
import type {
  AnthropicImage,
  AnthropicImageType,
  AnthropicRedactedThinking,
  AnthropicServerToolUse,
  AnthropicText,
  AnthropicThinking,
  AnthropicToolResult,
  AnthropicToolUse,
  AnthropicWebSearchResult,
} from "./body.js";

const IMAGE_TYPES: readonly AnthropicImageType[] = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
];
/** It fetches by HTTPS alone. */
const IMAGES: ImageRules = { mediaTypes: new Set<string>(IMAGE_TYPES), urls: /^https:\/\/\S+$/i };

/** Text and images as blocks. Blank texts stay out: the API refuses text without a visible character. */
export function contentBlocks(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): (AnthropicText | AnthropicImage)[] {
  return parts.flatMap((part): (AnthropicText | AnthropicImage)[] => {
    if (part.type !== "input_image") return textBlocks(context, part.text, ref);
    const image = resolveImage(context, part, { ref, rules: IMAGES });
    switch (image.kind) {
      case "text":
        return textBlocks(context, image.text, ref);
      case "url":
        return [{ type: "image", source: { type: "url", url: image.url } }];
      case "inline": {
        const mediaType = IMAGE_TYPES.find((type) => type === image.mediaType) ?? "image/png";
        const source = { type: "base64" as const, media_type: mediaType, data: image.data };
        return [{ type: "image", source }];
      }
    }
  });
}

/** The API takes U+0085 and U+001C to U+001F for white space too: no control is anything to see. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\ufeff]/u;

/** Whether a text has something in it that can be seen. */
export function isShown(text: string): boolean {
  return VISIBLE.test(text);
}

/** One text block, or none for a blank text. */
export function textBlocks(
  context: RequestContext,
  text: string,
  ref: ItemRef | null,
): AnthropicText[] {
  if (!isShown(text)) {
    context.repair("empty-dropped", ref, "a text without a visible character");
    return [];
  }
  return [{ type: "text", text: context.text(text, ref) }];
}

/** An assistant's text blocks: the API takes no images there. */
export function assistantTexts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): AnthropicText[] {
  return textsAlone(context, { parts, ref }, "an image in an assistant's message", ({ text }) =>
    textBlocks(context, text, ref),
  );
}

export function toolUseBlock(context: RequestContext, call: CallUnit): AnthropicToolUse {
  const name = calledName(context, call);
  return { type: "tool_use", id: call.id, name, input: callInput(context, call) };
}

export function toolResultBlock(context: RequestContext, output: OutputUnit): AnthropicToolResult {
  const { call, parts, ref } = output;
  if (output.failed) return failedResultBlock(context, output);
  const content = contentBlocks(context, parts, ref);
  return {
    type: "tool_result",
    tool_use_id: call.id,
    ...(content.length === 0 ? {} : { content }),
  };
}

/** The API takes nothing but text in the result of a call that failed, and wants some. */
function failedResultBlock(
  context: RequestContext,
  { call, parts, ref }: OutputUnit,
): AnthropicToolResult {
  const texts = parts.flatMap((part) =>
    part.type === "input_text" ? textBlocks(context, part.text, ref) : [],
  );
  const content = texts.length === 0 ? textBlocks(context, FAILED_CALL, ref) : texts;
  return { type: "tool_result", tool_use_id: call.id, content, is_error: true };
}

/** The images of a call that failed: they follow the results as the user's. None otherwise. */
export function failedImages(
  context: RequestContext,
  output: OutputUnit,
): (AnthropicText | AnthropicImage)[] {
  const images = output.parts.filter((part) => part.type === "input_image");
  if (!output.failed || images.length === 0) return [];
  context.repair(
    "reordered",
    output.ref,
    "images of a failed call moved to a user message after it",
  );
  const label = textBlocks(context, imagesLabel(context, output), output.ref);
  return [...label, ...contentBlocks(context, images, output.ref)];
}

/** A thinking block, where it is Anthropic's own and what stood before it is unchanged; else null. */
export function thinkingBlock(
  context: RequestContext,
  unit: ReasoningUnit,
): AnthropicThinking | AnthropicRedactedThinking | null {
  const { item, ref } = unit;
  const data = looseText(item, "redacted");
  const signature = looseText(item, "signature");
  const unsigned = (data ?? signature) === undefined ? "thinking without a signature" : null;
  const reason = reasoningRefusal(context, unit, "anthropic") ?? unsigned;
  if (reason !== null) context.repair("reasoning-left-out", ref, reason);
  else if (data !== undefined) return { type: "redacted_thinking", data };
  else if (signature !== undefined) {
    return { type: "thinking", thinking: reasoningText(item), signature };
  }
  return null;
}

export const ServerSearch = z.looseObject({
  type: z.literal("server_tool_use"),
  id: z.string(),
  name: z.literal("web_search"),
  input: z.record(z.string(), z.unknown()),
});
const FoundPage = z.looseObject({
  type: z.literal("web_search_result"),
  title: z.string(),
  url: z.string(),
  encrypted_content: z.string(),
  page_age: z.string().nullable().exactOptional(),
});
export const ServerSearchResult = z.looseObject({
  type: z.literal("web_search_tool_result"),
  tool_use_id: z.string(),
  content: z.array(FoundPage),
});

/** Both as they go back, without what else came with them. */
const SentBlocks = z.tuple([
  z.object(ServerSearch.shape),
  z.object({ ...ServerSearchResult.shape, content: z.array(z.object(FoundPage.shape)) }),
]);

/** A search and its result as one item, with both blocks kept for the way back. */
export function webSearchItem(
  use: z.infer<typeof ServerSearch>,
  result: z.infer<typeof ServerSearchResult>,
): WebSearchCallItem {
  const { query } = use.input;
  return {
    type: "web_search_call",
    status: "completed",
    action: { type: "search", ...(typeof query === "string" ? { query } : {}) },
    provider: "anthropic",
    blocks: [use, result],
  };
}

/** The blocks of a search that Anthropic itself ran; null: another provider's. */
export function webSearchBlocks(
  item: WebSearchCallItem,
): [AnthropicServerToolUse, AnthropicWebSearchResult] | null {
  if (item.provider !== "anthropic") return null;
  return SentBlocks.safeParse(copyJson(item.blocks)).data ?? null;
}
