import type { KnownItem, MessagePart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
/** The block of an answer that an item is. @returns null when it is not the model's */
export declare function answerBlock(item: KnownItem): JsonObject | null;
/** Texts and images, inline. */
export declare function contentBlocks(parts: readonly MessagePart[]): readonly JsonObject[];
/** The api that an answer with an item has to name; null: any. */
export declare function apiOf(item: KnownItem): string | null;
