import type { ItemList, WithOrigin } from "./item-list.js";
import { isBoundaryOrigin } from "./turn-boundary.js";

/**
 * Which output holds the images of the last turn, for a provider that refused one of them: from the
 * end, the first tool output, unless a turn's boundary comes before it (docs/semantics.md §9.4).
 * Custom tools' outputs are treated like functions' (§6.5), where Codex passes them over.
 *
 * @returns its index; null when that output holds no image, or there is none
 */
export function findLastTurnImages(entries: ItemList<WithOrigin>): number | null {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries.at(index);
    if (entry === undefined || isBoundaryOrigin(entry.origin)) return null;
    const { item } = entry;
    if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") continue;
    const hasImage =
      typeof item.output !== "string" && item.output.some((part) => part.type === "input_image");
    return hasImage ? index : null;
  }
  return null;
}
