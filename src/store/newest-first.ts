import type { ThreadEntry } from "./event-store.js";

/** Threads in the order of `list`: by creation, and by id where that is the same. */
export function newestFirst(entries: readonly ThreadEntry[]): ThreadEntry[] {
  return entries.toSorted(
    (a, b) => compare(b.createdAt, a.createdAt) || compare(b.threadId, a.threadId),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
