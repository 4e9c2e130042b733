import { fullToolName } from "../../../events/call-name.js";
import type { InputImage, InputText, OutputText } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { callInput } from "../call-input.js";
import type { ImageRules } from "../images.js";
import { resolveImage } from "../images.js";
import { looseText, reasoningProvider, reasoningText } from "../recorded-fields.js";
import type { RequestContext } from "../request-context.js";
import { PLAIN_NAMES, wireToolName } from "../tool-names.js";
import { FAILED_CALL, imagesLabel } from "../units.js";
import type { CallUnit, OutputUnit, ReasoningUnit } from "../units.js";
import type {
  AnthropicImage,
  AnthropicImageType,
  AnthropicRedactedThinking,
  AnthropicText,
  AnthropicThinking,
  AnthropicToolResult,
  AnthropicToolUse,
} from "./body.js";

const IMAGE_TYPES: readonly AnthropicImageType[] = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
];
/** It fetches by HTTPS alone. */
const IMAGES: ImageRules = { mediaTypes: new Set<string>(IMAGE_TYPES), urls: /^https:\/\/\S+$/i };

type Part = InputText | OutputText | InputImage;

/** Text and images as blocks. Blank texts stay out: the API refuses text without a visible character. */
export function contentBlocks(
  context: RequestContext,
  parts: readonly Part[],
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

/** One text block, or none for a blank text. */
export function textBlocks(
  context: RequestContext,
  text: string,
  ref: ItemRef | null,
): AnthropicText[] {
  if (!VISIBLE.test(text)) {
    context.repair("empty-dropped", ref, "a text without a visible character");
    return [];
  }
  return [{ type: "text", text: context.text(text, ref) }];
}

/** An assistant's text blocks: the API takes no images there. */
export function assistantTexts(
  context: RequestContext,
  parts: readonly Part[],
  ref: ItemRef | null,
): AnthropicText[] {
  return parts.flatMap((part) => {
    if (part.type !== "input_image") return textBlocks(context, part.text, ref);
    context.repair("left-out", ref, "an image in an assistant's message");
    return textBlocks(context, "[image]", ref);
  });
}

export function toolUseBlock(context: RequestContext, call: CallUnit): AnthropicToolUse {
  const { item, id } = call;
  const full = fullToolName(item);
  const name = wireToolName(full, PLAIN_NAMES);
  if (name !== full) context.repair("id-mapped", call.ref, "a tool name that the API refuses");
  return { type: "tool_use", id, name, input: callInput(context, call) };
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
  context.repair("reordered", output.ref, "images of a failed call as the user's, behind it");
  const label = textBlocks(context, imagesLabel(output), output.ref);
  return [...label, ...contentBlocks(context, images, output.ref)];
}

/** A thinking block, where it is Anthropic's own and what stood before it is unchanged; else null. */
export function thinkingBlock(
  context: RequestContext,
  { item, ref, behindEdit }: ReasoningUnit,
): AnthropicThinking | AnthropicRedactedThinking | null {
  if (reasoningProvider(item) !== "anthropic") {
    context.repair("reasoning-left-out", ref, "reasoning of another provider");
    return null;
  }
  if (context.options.reasoningHistory === "drop") {
    context.repair("reasoning-left-out", ref, "the caller asked for it");
    return null;
  }
  if (behindEdit) {
    context.repair("reasoning-left-out", ref, "the history before it was edited");
    return null;
  }
  const data = looseText(item, "redacted");
  if (data !== undefined) return { type: "redacted_thinking", data };
  const signature = looseText(item, "signature");
  if (signature === undefined) {
    context.repair("reasoning-left-out", ref, "thinking without a signature");
    return null;
  }
  return { type: "thinking", thinking: reasoningText(item), signature };
}
