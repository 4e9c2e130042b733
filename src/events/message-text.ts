import type { MessageItem, MessagePart } from "./item.js";

/** Tags that Codex writes around an image, beside the image part itself. */
const IMAGE_OPEN = "<image>";
const NAMED_IMAGE_OPEN = "<image name=";
const IMAGE_CLOSE = "</image>";

/**
 * The text of a user message: its `input_text` parts joined with nothing between, without the tags
 * around images (docs/semantics.md §4.10). It may be empty.
 */
export function userMessageText({ content }: MessageItem): string {
  let text = "";
  content.forEach((part, index) => {
    if (part.type === "input_text" && !isImageTag(content, index, part.text)) text += part.text;
  });
  return text;
}

function isImageTag(content: readonly MessagePart[], index: number, text: string): boolean {
  const opens = text === IMAGE_OPEN || (text.startsWith(NAMED_IMAGE_OPEN) && text.endsWith(">"));
  if (opens && content[index + 1]?.type === "input_image") return true;
  return text === IMAGE_CLOSE && content[index - 1]?.type === "input_image";
}

/**
 * All text of a message: its parts that are texts and not empty, joined with line feeds; null when
 * there is none (docs/semantics.md §4.11).
 */
export function contentText(content: readonly MessagePart[]): string | null {
  const texts = content.flatMap((part) =>
    part.type !== "input_image" && part.text !== "" ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join("\n");
}

/** The `output_text` parts of a message joined with nothing between (docs/semantics.md §11.4). */
export function outputText({ content }: MessageItem): string {
  return content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
}
