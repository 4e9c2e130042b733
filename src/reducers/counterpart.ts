import { isImage, partsOf } from "../events/item-images.js";
import type { Item } from "../events/item.js";
import { callKey, outputKey } from "../events/pairing.js";
import type { ItemList, WithItem } from "./kept-messages.js";

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
 * Which output holds the images that a provider may have refused: from the end, the first one with
 * images, unless an answer comes before it that this provider has just given with all that is older,
 * or a message with images, which may be the ones (docs/semantics.md §9.4). Custom tools' outputs are
 * treated like functions' (§6.5), where Codex passes them over.
 *
 * @param isAnswer whether an item was made in the turn that was refused, by its model
 * @returns its index; null: there is none
 */
export function findRefusedImages<Entry extends WithItem>(
  entries: ItemList<Entry>,
  isAnswer: (entry: Entry) => boolean,
): number | null {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries.at(index);
    if (entry === undefined || isAnswer(entry)) return null;
    const { item } = entry;
    if (item.type === "message") {
      if (item.content.some(isImage)) return null;
    } else if (partsOf(item).some(isImage)) return index;
  }
  return null;
}
