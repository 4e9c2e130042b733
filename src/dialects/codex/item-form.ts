import { isItem } from "../../events/checks/item-check.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { KnownItem, MessagePart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";

/**
 * True when a payload is an item of a kind that has a meaning here. An image that brings a `blob` of
 * its own is refused: that member is Refold's.
 */
export function isForeignItem(payload: unknown): payload is KnownItem {
  return isItem(payload) && payload.type !== "other" && !partsOf(payload).some(bringsBlob);
}

/**
 * A tool's output with a text in the place of each part that is sealed: later versions than
 * docs/semantics.md know such parts, of which nobody but the provider can read anything. Without
 * the output its call would stand unanswered. Null: nothing is sealed, or it is no such output.
 */
export function withoutSealedParts(payload: JsonObject): KnownItem | null {
  const { output } = payload;
  if (!Array.isArray(output) || !output.some(isSealed)) return null;
  const parts = output.map((part: unknown) =>
    isSealed(part) ? { type: "input_text", text: SEALED_TEXT } : part,
  );
  const shown = { ...payload, output: parts };
  return isForeignItem(shown) ? shown : null;
}

const SEALED_TEXT = "[encrypted content]";

function isSealed(part: unknown): boolean {
  return isJsonObject(part) && part["type"] === "encrypted_content";
}

function partsOf(item: KnownItem): readonly MessagePart[] {
  switch (item.type) {
    case "message":
      return item.content;
    case "function_call_output":
    case "custom_tool_call_output":
      return typeof item.output === "string" ? [] : item.output;
    default:
      return [];
  }
}

function bringsBlob(part: MessagePart): boolean {
  return part.type === "input_image" && "blob" in part;
}
