import type { ItemRef } from "../events/primitives.js";

/**
 * The ref of an item.
 * @param firstIndex of the fact that holds it (`placedFacts`); null: the bare offset
 * @param index of the item among those of the fact
 */
export function itemRef(offset: number, firstIndex: number | null, index = 0): ItemRef {
  return firstIndex === null ? offset : [offset, firstIndex + index];
}

/** The offset of the event that recorded the item. */
export function refOffset(ref: ItemRef): number {
  return typeof ref === "number" ? ref : ref[0];
}

/**
 * Orders refs as the items were folded: negative when `a` was recorded before `b`, 0 when they name
 * the same item.
 */
export function compareRefs(a: ItemRef, b: ItemRef): number {
  return refOffset(a) - refOffset(b) || refIndex(a) - refIndex(b);
}

/** One spelling for one item: a key for maps and sets. */
export function refKey(ref: ItemRef): string {
  return typeof ref === "number" ? String(ref) : `${ref[0]}.${ref[1]}`;
}

/** A bare offset names the only item of its event. */
function refIndex(ref: ItemRef): number {
  return typeof ref === "number" ? -1 : ref[1];
}
