import { RefoldError } from "../../errors.js";
import type { EventStore, NewerEvents, ThreadEntry } from "../../store/event-store.js";
import { ThreadNotFound } from "../../store/thread-not-found.js";
import { emptyOutline, type SessionOutline } from "../replay/outline.js";
import { surveySession } from "../replay/survey.js";

/** A thread, what happened to its history, and what was forked from it. */
export interface TreeNode {
  readonly threadId: string;
  readonly createdAt: string;
  readonly head: number;
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
  const entries = new Map<string, ThreadEntry>();
  for await (const entry of store.list()) entries.set(entry.threadId, entry);
  let entry = entries.get(threadId);
  if (entry === undefined) throw new ThreadNotFound(threadId);
  let parentId = entry.forkedFrom?.threadId ?? null;
  // Forks that lead back to each other are damage (refold doctor); each is shown once.
  const above = new Set([threadId]);
  while (parentId !== null && !above.has(parentId)) {
    const parent = entries.get(parentId);
    if (parent === undefined) break;
    above.add(parentId);
    entry = parent;
    parentId = parent.forkedFrom?.threadId ?? null;
  }
  const missingParent = parentId !== null && entries.has(parentId) ? null : parentId;
  const family = { store, entries, newer, shown: new Set<string>() };
  return { root: await nodeOf(family, entry), missingParent };
}

interface Family {
  readonly store: EventStore;
  readonly entries: ReadonlyMap<string, ThreadEntry>;
  readonly newer: NewerEvents;
  /** Threads that have a node. */
  readonly shown: Set<string>;
}

async function nodeOf(family: Family, entry: ThreadEntry): Promise<TreeNode> {
  const { threadId, createdAt, head, forkedFrom } = entry;
  const forks: TreeNode[] = [];
  family.shown.add(threadId);
  for (const other of family.entries.values()) {
    if (other.forkedFrom?.threadId !== threadId || family.shown.has(other.threadId)) continue;
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
    const events = store.read(threadId, { from, ...newer, onDamage: () => undefined });
    return { outline: await surveySession(events), trouble: null };
  } catch (error) {
    if (!(error instanceof RefoldError)) throw error;
    return { outline: emptyOutline(), trouble: `${error.code}: ${error.message}` };
  }
}
