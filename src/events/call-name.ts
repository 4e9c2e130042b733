import type { Item } from "./item.js";

/** The tool that an item calls; null: it is no call. */
export function callName(item: Item): string | null {
  switch (item.type) {
    case "function_call":
      return item.namespace ? `${item.namespace}.${item.name}` : item.name;
    case "custom_tool_call":
      return item.name;
    case "local_shell_call":
      return "local_shell";
    case "tool_search_call":
      return "tool_search";
    case "web_search_call":
      return "web_search";
    case "image_generation_call":
      return "image_generation";
    default:
      return null;
  }
}
