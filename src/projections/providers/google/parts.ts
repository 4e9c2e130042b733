import { fullToolName } from "../../../events/calls.js";
import type { InputImage, MessagePart } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { calledName, callInput, type ToolNameRule, wireToolName } from "../calls.js";
import { type ImageRules, resolveImage } from "../images.js";
import {
  looseText,
  reasoningRefusal,
  reasoningText,
  type RequestContext,
} from "../request-context.js";
import { type CallUnit, type OutputUnit, type ReasoningUnit, textsAlone } from "../units.js";
import type { GoogleCallPart, GoogleFunctionResponse, GooglePart } from "./body.js";

/** Without addresses: those of the open web are none that it is documented to read. */
export const GOOGLE_IMAGES: ImageRules = {
  mediaTypes: new Set(["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]),
  urls: null,
};

/** Letters, digits, `_`, `.`, `:` and `-`, beginning with a letter or `_`. */
export const GOOGLE_NAMES: ToolNameRule = {
  maxLength: 64,
  refused: /[^a-zA-Z0-9_.:-]/g,
  first: /^[a-zA-Z_]/,
};

type InlinePart = Extract<GooglePart, { inlineData: unknown }>;

export function contentParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): GooglePart[] {
  return parts.flatMap((part): GooglePart[] => {
    if (part.type !== "input_image") return textParts(context, part.text, ref);
    const image = inlinePart(context, part, ref);
    return typeof image === "string" ? textParts(context, image, ref) : [image];
  });
}

/** One text part, or none: the API refuses empty ones. */
export function textParts(
  context: RequestContext,
  text: string,
  ref: ItemRef | null,
): { text: string }[] {
  if (text !== "") return [{ text: context.text(text, ref) }];
  context.repair("empty-dropped", ref, "an empty text");
  return [];
}

/** The model's own texts, with the signatures that stood on them. */
export function modelTextParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): GooglePart[] {
  return textsAlone(context, { parts, ref }, "an image in the model's own message", (part) => {
    const thoughtSignature = looseText(part, "thoughtSignature");
    return textParts(context, part.text, ref).map((made) =>
      thoughtSignature === undefined ? made : { ...made, thoughtSignature },
    );
  });
}

export function callPart(context: RequestContext, call: CallUnit): GoogleCallPart {
  const signature = looseText(call.item, "thoughtSignature");
  const name = calledName(context, call, GOOGLE_NAMES);
  return {
    functionCall: { ...callId(context, call.id), name, args: callInput(context, call) },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

/** Stands where a model wants a signature and history has none: documented for foreign history. */
export const SIGNATURE_STAND_IN = "skip_thought_signature_validator";

/** The result of a call. Images are returned apart where the model does not take them inside. */
export function responsePart(
  context: RequestContext,
  output: OutputUnit,
): { response: { functionResponse: GoogleFunctionResponse }; images: InlinePart[] } {
  const { ref, call } = output;
  const texts: string[] = [];
  const images: InlinePart[] = [];
  for (const part of output.parts) {
    if (part.type === "input_text") texts.push(context.text(part.text, ref));
    else {
      const image = inlinePart(context, part, ref);
      if (typeof image === "string") texts.push(image);
      else images.push(image);
    }
  }
  const text = texts.join("\n");
  const inside = context.follows("media-in-function-response") && images.length > 0;
  return {
    response: {
      functionResponse: {
        ...callId(context, call.id),
        name: wireToolName(fullToolName(call.item), GOOGLE_NAMES),
        response: output.failed ? { error: text } : { output: text },
        ...(inside ? { parts: images } : {}),
      },
    },
    images: inside ? [] : images,
  };
}

/** A thought, where it is Google's own and what stood before it is unchanged; else null. */
export function thoughtPart(context: RequestContext, unit: ReasoningUnit): GooglePart | null {
  const text = reasoningText(unit.item);
  const reason =
    reasoningRefusal(context, unit, "google") ?? (text === "" ? "a thought without text" : null);
  if (reason !== null) {
    context.repair("reasoning-left-out", unit.ref, reason);
    return null;
  }
  const thoughtSignature = looseText(unit.item, "thoughtSignature");
  return {
    text: context.text(text, unit.ref),
    thought: true,
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  };
}

/** Gemini 3 and later give calls ids; before that, order alone pairs. */
function callId(context: RequestContext, id: string): { id?: string } {
  return context.follows("signature-on-calls") ? { id } : {};
}

/** An image as bytes; a text in its place where it cannot be shown. */
export function inlinePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): InlinePart | string {
  const image = resolveImage(context, part, { ref, rules: GOOGLE_IMAGES });
  if (image.kind === "inline") {
    return { inlineData: { mimeType: image.mediaType, data: image.data } };
  }
  return image.kind === "text" ? image.text : `[image at ${image.url}]`;
}
