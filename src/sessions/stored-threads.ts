import { createHash } from "node:crypto";
import { noThread } from "../store/errors.js";
import { entriesOf, type EventStore, type ThreadEntry } from "../store/event-store.js";
import type { SessionFile } from "./session-files.js";

/** A home: what it is called, and its threads. */
interface NamedStore {
  readonly name: string;
  readonly store: EventStore;
}

/** A thread without a file of its own, as commands over many sessions read it. */
export interface StoredThread {
  readonly store: EventStore;
  readonly entry: ThreadEntry;
  /** Of all its home's threads: the database, and the schema. */
  readonly home: string;
  /** Where it is, for people: the database, and the thread's id. */
  readonly path: string;
  /** The offset of its first own event. */
  readonly from: number;
}

/** Every thread of a home, the last changed first. */
export async function storedThreads(home: NamedStore): Promise<readonly StoredThread[]> {
  const threads: StoredThread[] = [];
  for await (const entry of home.store.list()) threads.push(placed(home, entry));
  return threads.toSorted((one, other) => (one.entry.updatedAt < other.entry.updatedAt ? 1 : -1));
}

/** One of them. @throws {RefoldError} `thread-not-found` */
export async function storedThread(home: NamedStore, threadId: string): Promise<StoredThread> {
  const entry = (await entriesOf(home.store)).get(threadId);
  if (entry === undefined) throw noThread(threadId);
  return placed(home, entry);
}

/** A thread as a file that an index knows: by its size, and the time of its last event. */
export function indexedFile({ path, entry }: StoredThread): SessionFile & { readonly key: string } {
  const { sizeBytes, updatedAt } = entry;
  return { path, key: path, sizeBytes, modifiedMs: Date.parse(updatedAt) };
}

/** Names a home's index among those of others. */
export function indexName(home: string): string {
  return `database-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
}

function placed({ store, name }: NamedStore, entry: ThreadEntry): StoredThread {
  const path = `${name.replace(/\?.*$/, "")}/${entry.threadId}`;
  return {
    store,
    entry,
    home: name,
    path,
    from: entry.forkedFrom === null ? 0 : entry.forkedFrom.offset + 1,
  };
}
