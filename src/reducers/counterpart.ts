import type { Item } from "../events/item.js";
import { callKey, outputKey } from "../events/pairing.js";
import type { ItemList, WithItem, WithOrigin } from "./kept-messages.js";
import { isBoundaryOrigin } from "./turns.js";

/**
 * Where the other half of a call or an output is: of a call its output, of an output its call;
 * the first match only, within its kind (docs/semantics.md §9.3).
 * @returns null when there is none: no match, a null id, or an item that is neither
 */
export function findCounterpart(entries: ItemList<WithItem>, index: number): number | null {
  const item = entries.at(index)?.item;
  if (item === undefined) return null;
  const key = callKey(item);
  if (key !== null) return findFirst(entries, (other) => outputKey(other) === key);
  const answered = outputKey(item);
  if (answered === null) return null;
  const isCall = (other: Item) => callKey(other) === answered;
  const isOther = (other: Item) => isCall(other) && other.type !== "local_shell_call";
  return findFirst(entries, isOther) ?? findFirst(entries, isCall);
}

function findFirst(entries: ItemList<WithItem>, test: (item: Item) => boolean): number | null {
  let index = 0;
  for (const { item } of entries) {
    if (test(item)) return index;
    index++;
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
