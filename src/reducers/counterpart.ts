import type { Item } from "../events/item.js";
import type { ItemList, WithItem, WithOrigin } from "./kept-messages.js";
import { isBoundaryOrigin } from "./turns.js";

/**
 * Where the other half of a call or an output stands: of a call its output, of an output its call;
 * the first match only, within its kind (docs/semantics.md §9.3).
 * @returns null when there is none: no match, a null id, or an item that is neither
 */
export function findCounterpart(entries: ItemList<WithItem>, index: number): number | null {
  const item = entries.at(index)?.item;
  if (item === undefined) return null;
  for (const kind of counterpartKinds(item)) {
    const found = findFirst(entries, kind, callIdOf(item));
    if (found !== null) return found;
  }
  return null;
}

/**
 * What goes with the oldest item: itself and its counterpart (docs/semantics.md §9.1).
 * @returns indices, ascending; none for an empty list
 */
export function removeFirst(entries: ItemList<WithItem>): readonly number[] {
  if (entries.length === 0) return [];
  const counterpart = findCounterpart(entries, 0);
  return counterpart === null ? [0] : [0, counterpart];
}

/** The kinds that may be an item's other half, in the order in which they are looked for. */
function counterpartKinds(item: Item): readonly Item["type"][] {
  switch (item.type) {
    case "function_call":
    case "local_shell_call":
      return ["function_call_output"];
    case "function_call_output":
      return ["function_call", "local_shell_call"];
    case "custom_tool_call":
      return ["custom_tool_call_output"];
    case "custom_tool_call_output":
      return ["custom_tool_call"];
    case "tool_search_call":
      return ["tool_search_output"];
    case "tool_search_output":
      return ["tool_search_call"];
    case "message":
    case "reasoning":
    case "web_search_call":
    case "image_generation_call":
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
    case "other":
      return [];
  }
}

function callIdOf(item: Item): string | null {
  return "call_id" in item && typeof item.call_id === "string" ? item.call_id : null;
}

function findFirst(
  entries: ItemList<WithItem>,
  kind: Item["type"],
  callId: string | null,
): number | null {
  if (callId === null) return null;
  let index = 0;
  for (const { item } of entries) {
    if (item.type === kind && callIdOf(item) === callId) return index;
    index++;
  }
  return null;
}

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
