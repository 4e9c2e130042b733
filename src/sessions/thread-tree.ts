import { isRefoldError } from "../errors.js";
import { noThread } from "../store/errors.js";
import {
  entriesOf,
  type EventStore,
  type NewerEvents,
  type ThreadEntry,
} from "../store/event-store.js";
import { emptyOutline, type SessionOutline, surveySession } from "./survey.js";

/** A thread, what happened to its history, and what was forked from it. */
export interface TreeNode extends Pick<ThreadEntry, "threadId" | "createdAt" | "head"> {
  /** The offset in its parent that it shares last; null: no fork. */
  readonly forkedAt: number | null;
  /** Of its own events. */
  readonly outline: SessionOutline;
  /** Why its events could not be read; null: they could. */
  readonly trouble: string | null;
  /** In the order of the offsets at which they left. */
  readonly forks: readonly TreeNode[];
}

/**
 * The whole family of a thread: from its oldest ancestor that is there down to every fork.
 * @returns the ancestor's node, and the id of a parent that is gone (null: none is)
 */
export async function threadTree(
  store: EventStore,
  threadId: string,
  newer: NewerEvents = {},
): Promise<{ readonly root: TreeNode; readonly missingParent: string | null }> {
  const entries = await entriesOf(store);
  let entry = entries.get(threadId);
  if (entry === undefined) throw noThread(threadId);
  // Forks that lead back to each other are damage (refold doctor); each is shown once.
  const above = new Set([threadId]);
  const parentOf = ({ forkedFrom }: ThreadEntry) => entries.get(forkedFrom?.threadId ?? "");
  for (let parent = parentOf(entry); parent && !above.has(parent.threadId);) {
    above.add(parent.threadId);
    entry = parent;
    parent = parentOf(parent);
  }
  const missingParent = parentOf(entry) ? null : (entry.forkedFrom?.threadId ?? null);
  const forks = new Map<string, ThreadEntry[]>();
  for (const other of entries.values()) {
    if (other.forkedFrom === null) continue;
    const { threadId: parentId } = other.forkedFrom;
    const known = forks.get(parentId);
    if (known === undefined) forks.set(parentId, [other]);
    else known.push(other);
  }
  const family = { store, forks, newer, shown: new Set<string>() };
  return { root: await nodeOf(family, entry), missingParent };
}

interface Family {
  readonly store: EventStore;
  /** By parent. */
  readonly forks: ReadonlyMap<string, readonly ThreadEntry[]>;
  readonly newer: NewerEvents;
  /** Threads that have a node. */
  readonly shown: Set<string>;
}

async function nodeOf(family: Family, entry: ThreadEntry): Promise<TreeNode> {
  const { threadId, createdAt, head, forkedFrom } = entry;
  const forks: TreeNode[] = [];
  family.shown.add(threadId);
  for (const other of family.forks.get(threadId) ?? []) {
    if (family.shown.has(other.threadId)) continue;
    forks.push(await nodeOf(family, other));
  }
  forks.sort((one, other) => (one.forkedAt ?? 0) - (other.forkedAt ?? 0));
  const forkedAt = forkedFrom?.offset ?? null;
  return { threadId, createdAt, head, forkedAt, forks, ...(await ownHistory(family, entry)) };
}

/** A fork whose parent is gone or changed cannot be read; the tree shows it all the same. */
async function ownHistory(
  { store, newer }: Family,
  { threadId, forkedFrom }: ThreadEntry,
): Promise<Pick<TreeNode, "outline" | "trouble">> {
  const from = forkedFrom === null ? 0 : forkedFrom.offset + 1;
  try {
    const read = (range = {}) =>
      store.read(threadId, { ...range, ...newer, onDamage: () => undefined });
    return { outline: await surveySession({ read }, { from }), trouble: null };
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return { outline: emptyOutline(), trouble: `${error.code}: ${error.message}` };
  }
}
