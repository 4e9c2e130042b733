import type { EventStore } from "../../store/event-store.js";
import { threadNotFound } from "../../store/thread-not-found.js";
import { conversationEntry, type ConversationEntry } from "./conversation-entry.js";
import { readReference } from "./conversation-name.js";

/** Every conversation of a store, newest first. Other threads are passed over. */
export async function listConversations(store: EventStore): Promise<readonly ConversationEntry[]> {
  const entries: ConversationEntry[] = [];
  for await (const thread of store.list()) {
    const entry = await conversationEntry(store, thread);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/**
 * The conversations of a name, oldest first: a name means the oldest one. Forks have their parent's
 * name until they are renamed.
 */
export async function conversationsNamed(
  store: EventStore,
  name: string,
): Promise<readonly ConversationEntry[]> {
  return (await listConversations(store)).filter((entry) => entry.name === name).reverse();
}

/**
 * The thread that a person means, by ULID, UUID or name.
 * @throws {InvalidId} the text is neither: a path, for instance
 * @throws {ThreadNotFound} names the nearest ids and names
 */
export async function resolveConversation(store: EventStore, text: string): Promise<string> {
  const reference = readReference(text);
  if ("id" in reference && (await store.has(reference.id))) return reference.id;
  const known = await listConversations(store);
  const wanted = "id" in reference ? reference.id : reference.name;
  const found = known.findLast(({ name }) => name === wanted);
  if (found !== undefined) return found.id;
  throw threadNotFound(
    wanted,
    known.flatMap(({ id, name }) => name ?? id),
  );
}
