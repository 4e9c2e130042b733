import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

/** The member of an object that is read as text; null: it is none. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === "string" ? value : null;
}

/** What a content block calls itself, for a notice that it is only kept. */
export function blockType(block: unknown): string {
  return isJsonObject(block) && typeof block.type === "string" ? block.type : "unknown";
}
