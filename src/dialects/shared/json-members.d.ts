import type { JsonObject } from "../../events/primitives.js";
/** The member of an object that is read as text; null: it is none. */
export declare function textAt(object: JsonObject, key: string): string | null;
/** What a content block calls itself, for a notice that it is only kept. */
export declare function blockType(block: unknown): string;
