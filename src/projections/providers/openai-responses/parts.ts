import type { InputImage, InputText, OutputText } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import type { ImageRules } from "../images.js";
import { dataUrl, resolveImage, WEB_URL } from "../images.js";
import type { RequestContext } from "../request-context.js";
import { FAILED_CALL } from "../units.js";
import type { OutputUnit } from "../units.js";
import type {
  ResponsesInputImage,
  ResponsesInputPart,
  ResponsesInputText,
  ResponsesOutputMessage,
} from "./body.js";

const IMAGES: ImageRules = {
  mediaTypes: new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]),
  urls: WEB_URL,
};

type Part = InputText | OutputText | InputImage;

export function inputParts(
  context: RequestContext,
  parts: readonly Part[],
  ref: ItemRef | null,
): ResponsesInputPart[] {
  return parts.map((part) =>
    part.type === "input_image"
      ? imagePart(context, part, ref)
      : { type: "input_text", text: context.text(part.text, ref) },
  );
}

export function assistantParts(
  context: RequestContext,
  parts: readonly Part[],
  ref: ItemRef | null,
): ResponsesOutputMessage["content"] {
  return parts.map((part) => {
    if (part.type === "input_image") {
      context.repair("left-out", ref, "an image in an assistant's message");
      return { type: "output_text", text: "[image]", annotations: [] };
    }
    return { type: "output_text", text: context.text(part.text, ref), annotations: [] };
  });
}

/** An output in the form in which it was recorded: a text, or a list; an empty one is a text. */
export function outputValue(
  context: RequestContext,
  output: OutputUnit,
): string | ResponsesInputPart[] {
  const parts = inputParts(context, output.parts, output.ref);
  const failed: ResponsesInputText[] = output.failed
    ? [{ type: "input_text", text: FAILED_CALL }]
    : [];
  const told = [...failed, ...parts];
  if (output.isList && told.length > 0) return told;
  return told.map((part) => (part.type === "input_text" ? part.text : "")).join("\n");
}

function imagePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): ResponsesInputText | ResponsesInputImage {
  const image = resolveImage(context, part, { ref, rules: IMAGES });
  if (image.kind === "text") return { type: "input_text", text: image.text };
  const url = image.kind === "url" ? image.url : dataUrl(image);
  return { type: "input_image", image_url: url, detail: detailOf(part) };
}

function detailOf({ detail }: InputImage): ResponsesInputImage["detail"] {
  return detail === "low" || detail === "high" || detail === "original" ? detail : "auto";
}
