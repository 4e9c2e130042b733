import type { ThreadState } from "../../reducers/thread-state.js";
import type { ThreadEntry } from "../../store/event-store.js";
import type { HomeOption } from "../session.js";
import { withStore } from "../store.js";

/**
 * The last offset that two threads share, through any number of forks.
 * @returns undefined where the states tell it themselves: they are of one thread, or not of this store
 */
export async function sharedOffset(
  a: ThreadState,
  b: ThreadState,
  options: HomeOption,
): Promise<number | undefined> {
  const [idA, idB] = [a.thread?.threadId, b.thread?.threadId];
  if (idA === undefined || idB === undefined || idA === idB) return undefined;
  return withStore(options, async (store) => {
    const entries = new Map<string, ThreadEntry>();
    for await (const entry of store.list()) entries.set(entry.threadId, entry);
    const ofA = ancestry(idA, entries);
    for (const [threadId, to] of ancestry(idB, entries)) {
      const other = ofA.get(threadId);
      if (other !== undefined) return Math.min(to, other);
    }
    return undefined;
  });
}

/** A thread and those that it came from, nearest first, each with the last offset that it shares. */
function ancestry(
  threadId: string,
  entries: ReadonlyMap<string, ThreadEntry>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let to = Infinity;
  for (let id: string | null = threadId; id !== null && !found.has(id);) {
    found.set(id, to);
    const from: ThreadEntry["forkedFrom"] = entries.get(id)?.forkedFrom ?? null;
    to = Math.min(to, from?.offset ?? to);
    id = from?.threadId ?? null;
  }
  return found;
}
