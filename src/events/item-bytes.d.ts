import type { Item } from "./item.js";
/** Bytes that encrypted content of this length stands for (docs/semantics.md §2.5). */
export declare function encryptedContentBytes(encrypted: string): number;
/**
 * An item's size in bytes, as token estimates use it (docs/semantics.md §7.1-7.2): the length of
 * its canonical serialization, images at a flat or a per-patch price, encrypted content by a
 * formula, ghost snapshots free. An image counts the same inline and as a blob (§7.8), whatever
 * tool output it stands in (§6.5).
 */
export declare function countItemBytes(item: Item): number;
