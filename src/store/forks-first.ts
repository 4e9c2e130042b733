import { threadHasForks } from "./errors.js";
import type { ThreadEntry } from "./event-store.js";

/** A thread, and where it comes from. */
export interface ForkEntry extends Pick<ThreadEntry, "threadId"> {
  readonly forkedFrom: { readonly threadId: string } | null;
}

/** The forks of each thread that has some, by its id. */
export function forksByParent<Fork extends ForkEntry>(
  entries: Iterable<Fork>,
): ReadonlyMap<string, readonly Fork[]> {
  const forks = new Map<string, Fork[]>();
  for (const entry of entries) {
    if (entry.forkedFrom === null) continue;
    const { threadId } = entry.forkedFrom;
    const known = forks.get(threadId);
    if (known === undefined) forks.set(threadId, [entry]);
    else known.push(entry);
  }
  return forks;
}

/**
 * Threads in an order in which each can be deleted: its forks are before it.
 * @param entries of all threads
 * @throws {RefoldError} `thread-has-forks`: some forks of one are not among them
 */
export function forksFirst(
  threadIds: Iterable<string>,
  entries: Iterable<ForkEntry>,
): readonly string[] {
  const forks = forksByParent(entries);
  const chosen = new Set(threadIds);
  const ordered = new Set<string>();
  for (const threadId of chosen) {
    // Each before its forks, turned round. Not by recursion: a chain of forks may be deeper than the stack.
    const family = new Set<string>();
    const open = [threadId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (ordered.has(id) || family.has(id)) continue;
      family.add(id);
      const own = (forks.get(id) ?? []).map((fork) => fork.threadId);
      const staying = own.filter((fork) => !chosen.has(fork));
      if (staying.length > 0) throw threadHasForks(id, staying);
      for (const fork of own) open.push(fork);
    }
    for (const id of [...family].reverse()) ordered.add(id);
  }
  return [...ordered];
}
