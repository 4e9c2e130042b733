import type { ThreadState } from "../reducers/thread-state.js";
import { entriesOf, type EventStore, type ThreadEntry } from "../store/event-store.js";

/**
 * The last offset that two threads share, through any number of forks; none where the states tell it
 * themselves: they are of one thread, or not of this store.
 */
export async function sharedRange(
  store: EventStore,
  a: ThreadState,
  b: ThreadState,
): Promise<{ readonly sharedTo?: number }> {
  const [idA, idB] = [a.thread?.threadId, b.thread?.threadId];
  if (idA === undefined || idB === undefined || idA === idB) return {};
  const entries = await entriesOf(store);
  const ofA = ancestry(idA, entries);
  for (const [threadId, to] of ancestry(idB, entries)) {
    const other = ofA.get(threadId);
    if (other !== undefined) return { sharedTo: Math.min(to, other) };
  }
  return {};
}

/** A thread and those that it came from, nearest first, each with the last offset that it shares. */
function ancestry(
  threadId: string,
  entries: ReadonlyMap<string, ThreadEntry>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let to = Infinity;
  for (let id: string | undefined = threadId; id !== undefined && !found.has(id);) {
    found.set(id, to);
    const from: ThreadEntry["forkedFrom"] = entries.get(id)?.forkedFrom ?? null;
    to = Math.min(to, from?.offset ?? to);
    id = from?.threadId;
  }
  return found;
}
