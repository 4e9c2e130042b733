import { isItem } from "../../events/checks/item-check.js";
import type { KnownItem, MessagePart } from "../../events/item.js";

/**
 * True when a payload is an item of a kind that has a meaning here. An image that brings a `blob` of
 * its own is refused: that member is Refold's.
 */
export function isForeignItem(payload: unknown): payload is KnownItem {
  return isItem(payload) && payload.type !== "other" && !partsOf(payload).some(bringsBlob);
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
