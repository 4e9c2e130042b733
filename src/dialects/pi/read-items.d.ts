import type { KnownItem, Origin } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ReadItems } from "./read-content.js";
/** The items of an entry of any kind, in order; also of one that shows nothing. */
export declare function readItems(entry: JsonObject): ReadItems;
/** Who an item comes from: commands that the user ran and texts of extensions begin no turn. */
export declare function originOf({ type }: KnownItem, role: unknown): Origin;
/** What pi puts between the parts of a thought of OpenAI's. */
export declare const OPENAI_BREAK = "\n\n";
