import { noThread } from "../store/errors.js";
import { entriesOf, type EventStore, type ThreadEntry } from "../store/event-store.js";
import type { Home } from "../store/open-home.js";

/** A thread without a file of its own, as commands over many sessions read it. */
export interface StoredThread {
  readonly store: EventStore;
  readonly entry: ThreadEntry;
  /** Where it is, for people: the database, and the thread's id. */
  readonly path: string;
  /** The offset of its first own event. */
  readonly from: number;
}

/** Every thread of a home, the last changed first. */
export async function storedThreads(home: Home): Promise<readonly StoredThread[]> {
  const threads: StoredThread[] = [];
  for await (const entry of home.store.list()) threads.push(placed(home, entry));
  return threads.toSorted((one, other) => (one.entry.updatedAt < other.entry.updatedAt ? 1 : -1));
}

/** One of them. @throws {RefoldError} `thread-not-found` */
export async function storedThread(home: Home, threadId: string): Promise<StoredThread> {
  const entry = (await entriesOf(home.store)).get(threadId);
  if (entry === undefined) throw noThread(threadId);
  return placed(home, entry);
}

function placed({ store, name }: Home, entry: ThreadEntry): StoredThread {
  const path = `${name.replace(/\?.*$/, "")}/${entry.threadId}`;
  return { store, entry, path, from: entry.forkedFrom === null ? 0 : entry.forkedFrom.offset + 1 };
}
