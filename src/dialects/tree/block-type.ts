import { isJsonObject } from "../../events/is-json-object.js";

/** What a content block calls itself, for a notice that it is only kept. */
export function blockType(block: unknown): string {
  return isJsonObject(block) && typeof block.type === "string" ? block.type : "unknown";
}
