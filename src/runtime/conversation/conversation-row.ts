import type { IndexRow } from "../discovery/listing/derived-index.js";
import type { ConversationEntry } from "./conversation-entry.js";

/** What the index remembers of a conversation. */
export function encodeConversation(entry: ConversationEntry): readonly unknown[] {
  const { id, name, provider, model, createdAt, updatedAt, messageCount } = entry;
  return [id, name, provider, model, createdAt, updatedAt, messageCount];
}

/** @returns undefined when it is no row of one; behind the index's sum only other code made it */
export function decodeConversation(row: IndexRow): ConversationEntry | undefined {
  const [, , , id, name, provider, model, createdAt, updatedAt, messageCount] = row;
  if (typeof id !== "string" || !(name === null || typeof name === "string")) return undefined;
  if (typeof provider !== "string" || typeof model !== "string") return undefined;
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof messageCount !== "number") return undefined;
  return { id, name, provider, model, createdAt, updatedAt, messageCount };
}
