import type { ItemInput } from "../record-item.js";
import { contentParts, hasContent, type MessageContent } from "./content-parts.js";
import { UnsupportedContent } from "./unsupported-content.js";

/** What a user says, as an item. @throws {UnsupportedContent} there is nothing in it, or no text or picture */
export function userMessage(content: MessageContent): ItemInput {
  const parts = contentParts(content);
  if (!hasContent(parts)) throw new UnsupportedContent("there is nothing in it");
  return { item: { type: "message", role: "user", content: [...parts] }, origin: "user" };
}
