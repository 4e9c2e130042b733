import type { RecordedItem } from "../../../events/recorded-item.js";
import { isInline } from "./spell-entry.js";

/** What of an item a pi session has no place for, in the words of the report. */
export function lossesOf({ item, bounded }: RecordedItem): readonly string[] {
  const losses: string[] = [];
  if (bounded !== undefined) losses.push("originals of bounded outputs");
  switch (item.type) {
    case "web_search_call":
    case "image_generation_call":
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
    case "other":
      losses.push(`${item.type} items`);
      break;
    case "local_shell_call":
    case "tool_search_call":
    case "tool_search_output":
      if (typeof item.call_id !== "string") losses.push("calls without an id");
      break;
    case "message": {
      if (item.content.length === 0) losses.push("messages without content");
      const images = item.content.filter((part) => part.type === "input_image");
      const isShown = item.role !== "assistant" && images.every(isInline);
      if (images.length > 0 && !isShown) losses.push("images that are not in base 64");
      break;
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const parts = typeof item.output === "string" ? [] : item.output;
      const isShown = parts.every((part) => part.type !== "input_image" || isInline(part));
      if (!isShown) losses.push("images that are not in base 64");
      break;
    }
    case "reasoning":
    case "function_call":
    case "custom_tool_call":
      break;
  }
  return losses;
}
