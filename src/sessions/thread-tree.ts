import { isRefoldError } from "../errors.js";
import { noThread } from "../store/errors.js";
import {
  entriesOf,
  type EventStore,
  type NewerEvents,
  type ThreadEntry,
} from "../store/event-store.js";
import { forksByParent } from "../store/fork-thread.js";
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

interface TreeOptions extends NewerEvents {
  /** Of the own events of threads that were read already: these are not read again. */
  readonly known?: ReadonlyMap<string, SessionOutline>;
}

/**
 * The whole family of a thread: from its oldest ancestor that is there down to every fork.
 * @returns the ancestor's node, and the id of a parent that is gone (null: none is)
 */
export async function threadTree(
  store: EventStore,
  threadId: string,
  { known = new Map(), ...newer }: TreeOptions = {},
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
  const family = { store, forks: forksByParent(entries.values()), newer, known };
  return { root: await familyOf(family, entry), missingParent };
}

interface Family {
  readonly store: EventStore;
  readonly forks: ReturnType<typeof forksByParent<ThreadEntry>>;
  readonly newer: NewerEvents;
  readonly known: ReadonlyMap<string, SessionOutline>;
}

interface OpenNode extends TreeNode {
  readonly forks: TreeNode[];
}

/** Not by recursion: a chain of forks may be deeper than the stack. */
async function familyOf(family: Family, first: ThreadEntry): Promise<TreeNode> {
  const shown = new Set([first.threadId]);
  const root = await nodeOf(family, first);
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const entry of family.forks.get(node.threadId) ?? []) {
      if (shown.has(entry.threadId)) continue;
      shown.add(entry.threadId);
      const fork = await nodeOf(family, entry);
      node.forks.push(fork);
      open.push(fork);
    }
    node.forks.sort((one, other) => (one.forkedAt ?? 0) - (other.forkedAt ?? 0));
  }
  return root;
}

async function nodeOf(family: Family, entry: ThreadEntry): Promise<OpenNode> {
  const { threadId, createdAt, head, forkedFrom } = entry;
  const forkedAt = forkedFrom?.offset ?? null;
  return { threadId, createdAt, head, forkedAt, forks: [], ...(await ownHistory(family, entry)) };
}

/** A fork whose parent is gone or changed cannot be read; the tree shows it all the same. */
async function ownHistory(
  { store, newer, known }: Family,
  { threadId, forkedFrom }: ThreadEntry,
): Promise<Pick<TreeNode, "outline" | "trouble">> {
  const outline = known.get(threadId);
  if (outline !== undefined) return { outline, trouble: null };
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
