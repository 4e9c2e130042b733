import type { ItemRef } from "../events/primitives.js";
/** The offset of the event that recorded the item. */
export declare function refOffset(ref: ItemRef): number;
/**
 * Orders refs as the items were folded: negative when `a` was recorded before `b`, 0 when they name
 * the same item.
 */
export declare function compareRefs(a: ItemRef, b: ItemRef): number;
/** One spelling for one item: a key for maps and sets. */
export declare function refKey(ref: ItemRef): string;
