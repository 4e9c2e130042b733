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
  while (parentId !== null) {
    const parent = entries.get(parentId);
    if (parent === undefined) break;
    entry = parent;
    parentId = parent.forkedFrom?.threadId ?? null;
  }
  return { root: await nodeOf({ store, entries, newer }, entry), missingParent: parentId };
}

interface Family {
  readonly store: EventStore;
  readonly entries: ReadonlyMap<string, ThreadEntry>;
  readonly newer: NewerEvents;
}

async function nodeOf(family: Family, entry: ThreadEntry): Promise<TreeNode> {
  const { threadId, createdAt, head, forkedFrom } = entry;
  const forks: TreeNode[] = [];
  for (const other of family.entries.values()) {
    if (other.forkedFrom?.threadId === threadId) forks.push(await nodeOf(family, other));
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
