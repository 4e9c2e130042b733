import { isRefoldError, invalidArgument, type RefoldError } from "../../errors.js";
import { basename, join } from "node:path";
import { isUlid, isUuid, uuidToUlid, invalidId } from "../../events/ids.js";
import { derive, storeFiles } from "../../sessions/listing/derive.js";
import { INDEX_FOLDER } from "../../sessions/listing/derived-index.js";
import { threadNotFound } from "../../store/errors.js";
import type { EventStore, ThreadEntry } from "../../store/event-store.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { threadEntry } from "../../store/jsonl/jsonl-reading.js";
import type { Home } from "../../store/open-home.js";
import { conversationEntry, decodeConversation } from "./conversation-entry.js";
import type { ConversationEntry } from "./conversation-entry.js";

/** Where conversations are looked for. */
export interface ConversationPlace {
  readonly store: EventStore;
  /** The home of that store; null: it is the caller's. */
  readonly own: Home | null;
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** Told why a thread could not be read while conversations were looked for. */
export type OnUnreadable = (threadId: string, why: RefoldError) => void;

/**
 * Every conversation of a store, newest first. Other threads are passed over, and those that cannot be
 * read: one of them must not keep all others from being found.
 */
export async function listConversations(
  place: ConversationPlace,
): Promise<readonly ConversationEntry[]> {
  const { own } = place;
  // What is remembered is by files.
  const entries = await (own?.kind === "folder" ? readChanged(place, own.name) : readAll(place));
  return entries.toSorted(newestFirst);
}

async function readAll(place: ConversationPlace): Promise<ConversationEntry[]> {
  const entries: ConversationEntry[] = [];
  for await (const thread of place.store.list()) {
    const entry = await readThread(place, thread);
    if (entry !== undefined && entry !== null) entries.push(entry);
  }
  return entries;
}

function readChanged(place: ConversationPlace, folder: string): Promise<ConversationEntry[]> {
  return derive(storeFiles(folder), {
    indexPath: join(folder, INDEX_FOLDER, "conversations.json"),
    read: async ({ rollout, isArchived }) => {
      const file = { threadId: basename(rollout, ".jsonl"), path: rollout, isArchived };
      const thread = threadEntry(nodeFileSystem, file);
      return thread && readThread(place, thread);
    },
    encode: (entry) => [entry],
    decode: decodeConversation,
  });
}

/** Undefined: it is no conversation. Null: it cannot be read as it is now. */
async function readThread(
  { store, onUnreadable }: ConversationPlace,
  thread: ThreadEntry,
): Promise<ConversationEntry | undefined | null> {
  try {
    return (await conversationEntry(store, thread)) ?? undefined;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    onUnreadable?.(thread.threadId, error);
    return null;
  }
}

function newestFirst(one: ConversationEntry, other: ConversationEntry): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id > other.id ? -1 : 1;
}

/**
 * The conversations of a name, oldest first: a name means the oldest one. Forks have their parent's
 * name until they are renamed.
 */
export async function conversationsNamed(
  place: ConversationPlace,
  name: string,
): Promise<readonly ConversationEntry[]> {
  return (await listConversations(place)).filter((entry) => isNamed(entry, name)).reverse();
}

/**
 * The thread that a person means, by ULID, UUID or name.
 * @throws {RefoldError} `invalid-id`: the text is neither: a path, for instance
 * @throws {RefoldError} `thread-not-found`: names the nearest ids and names
 */
export async function resolveConversation(place: ConversationPlace, text: string): Promise<string> {
  const reference = readReference(text);
  if ("id" in reference && (await place.store.has(reference.id))) return reference.id;
  const known = await listConversations(place);
  const wanted = "id" in reference ? reference.id : reference.name;
  const found = known.findLast((entry) => isNamed(entry, wanted));
  if (found !== undefined) return found.id;
  throw threadNotFound(
    wanted,
    known.flatMap(({ id, name }) => name ?? id),
  );
}

/** Threads have the titles that anybody gave them, in any form of Unicode. */
function isNamed({ name }: ConversationEntry, wanted: string): boolean {
  return name !== null && comparedName(name) === wanted;
}

const LONGEST = 200;
/** What a path has and a name must not: then neither is ever taken for the other. */
const PATH = /[/\\]|^[.~]/;
const CONTROL = /\p{Cc}/u;

/** A name as names are compared: Unicode spells `ü` in two ways, and nobody sees which. */
function comparedName(name: string): string {
  return name.normalize("NFC");
}

/**
 * @returns the name, without white space at its ends, in the form that is compared
 * @throws {RefoldError} `invalid-argument`: it is empty, too long, an id, or could be a path
 */
export function checkName(name: unknown): string {
  const text = typeof name === "string" ? comparedName(name.trim()) : "";
  const fault = faultOf(text);
  if (fault === null) return text;
  throw invalidArgument(
    `a conversation's name ${fault}`,
    "Take a short text without slashes, `my-conversation` for instance.",
  );
}

function faultOf(text: string): string | null {
  if (text === "") return "is a text that is not empty";
  if (text.length > LONGEST) return `has at most ${LONGEST} characters`;
  if (PATH.test(text) || CONTROL.test(text)) {
    return "holds no slash or control character, and begins with no dot or tilde";
  }
  return idIn(text) === null ? null : "must not be spelled like an id";
}

/** The thread id that a text is, as ULID or UUID; null: it is none. */
function idIn(text: string): string | null {
  if (isUuid(text)) return uuidToUlid(text);
  const ulid = text.toUpperCase();
  return isUlid(ulid) ? ulid : null;
}

/** What a person names a conversation by. @throws {RefoldError} `invalid-id`: it is neither: a path, for instance */
export function readReference(text: unknown): { readonly id: string } | { readonly name: string } {
  const said = typeof text === "string" ? comparedName(text.trim()) : "";
  const id = idIn(said);
  if (id !== null) return { id };
  if (faultOf(said) !== null) throw invalidId(said);
  return { name: said };
}
