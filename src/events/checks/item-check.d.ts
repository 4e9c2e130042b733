import type { Item } from "../item.js";
/** Accepts what the schema `Item` accepts. */
export declare function isItem(value: unknown): value is Item;
