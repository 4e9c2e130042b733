import { counted } from "../../../projections/figures.js";
import { tokensChange } from "../../../projections/views/happenings.js";
import type { SessionOutline } from "../../../sessions/survey.js";
import { threadTree, type TreeNode as ThreadNode } from "../../../sessions/thread-tree.js";
import type { EventStore } from "../../../store/event-store.js";
import type { TreeNode, TreeView } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import type { ListedSession, SessionList } from "../session-list.js";

interface Family {
  readonly list: SessionList;
  readonly store: EventStore;
}

/** The family of a session: of a thread of the store as `refold tree` finds it, with its sub-agents. */
export async function treeView(
  opened: OpenedSession,
  { summary }: ListedSession,
  { list, store }: Family,
): Promise<TreeView> {
  if (summary.collection !== "refold") {
    return { root: listedNode(opened, list), missingParent: null };
  }
  const { threadId, forkedFrom } = summary;
  await opened.whole();
  const known = forkedFrom === null ? new Map([[threadId, opened.index.outline]]) : new Map();
  const { root, missingParent } = await threadTree(store, threadId, { known });
  const path = pathTo(root, threadId);
  const shown = path.slice(-MOST_ABOVE - 1);
  const asked = { list, asked: threadId, path: new Set(path), subAgents: subAgentsIn(list) };
  return {
    root: threadNode(shown[0] ?? root, asked, shown.length + MOST_BELOW),
    missingParent:
      shown.length < path.length ? (path.at(-shown.length - 1)?.threadId ?? null) : missingParent,
  };
}

/** A chain of forks may be longer than a page, and the stack of a reader, can take. */
const MOST_ABOVE = 50;
const MOST_BELOW = 50;

/** The nodes from the root down to a thread. */
function pathTo(root: ThreadNode, threadId: string): readonly ThreadNode[] {
  const above = new Map<ThreadNode, ThreadNode>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.threadId === threadId) {
      const path = [node];
      for (let one = above.get(node); one !== undefined; one = above.get(one)) path.push(one);
      return path.reverse();
    }
    for (const fork of node.forks) {
      above.set(fork, node);
      open.push(fork);
    }
  }
  return [];
}

interface Asked {
  readonly list: SessionList;
  readonly asked: string;
  /** That leads to it, itself included. */
  readonly path: ReadonlySet<ThreadNode>;
  readonly subAgents: SubAgents;
}

function threadNode(node: ThreadNode, asked: Asked, levels: number): TreeNode {
  const { threadId, createdAt, head, forkedAt, outline, trouble, forks } = node;
  const { list, path, subAgents } = asked;
  const key = list.keyOf(threadId);
  const title = outline.title ?? titleOf(list, key);
  const isLast = levels <= 1 && forks.length > 0;
  const below = isLast ? [] : forks.map((fork) => threadNode(fork, asked, levels - 1));
  return {
    ...{ threadId, key, title, createdAt, head, forkedAt },
    is: threadId === asked.asked ? "this" : path.has(node) ? "ancestor" : "fork",
    marks: historyMarks(outline),
    children: [...below, ...agentNodes(subAgents, key)],
    trouble: isLast ? `${counted(forks.length, "fork")} of it: open it to see more` : trouble,
  };
}

/** By the key of the session that spawned them. */
type SubAgents = ReadonlyMap<string, readonly ListedSession[]>;

function subAgentsIn(list: SessionList): SubAgents {
  const found = new Map<string, ListedSession[]>();
  for (const one of list.all()) {
    const { parentKey: key } = one.row;
    if (key === null) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else known.push(one);
  }
  return found;
}

function agentNodes(subAgents: SubAgents, key: string | null): readonly TreeNode[] {
  const found = key === null ? [] : (subAgents.get(key) ?? []);
  return found.map((one) => bareNode(one, "sub-agent"));
}

const MOST_MARKS = 500;

export function historyMarks({ rollbacks, compactions }: SessionOutline): TreeNode["marks"] {
  const starts = new Set(rollbacks.map(({ offset }) => offset - 1));
  const marks = [
    ...rollbacks.map(({ offset, to, turns }) => ({
      kind: starts.has(to) ? ("redo" as const) : ("rollback" as const),
      ...{ offset, to },
      words: `back to #${to}${turns === null ? "" : ` (${counted(turns, "turn")})`}`,
    })),
    ...compactions.map(({ offset, trigger, tokensBefore, tokensAfter }) => ({
      kind: "compaction" as const,
      ...{ offset, to: null },
      words: `${trigger} ${tokensChange(tokensBefore, tokensAfter)}`.trim(),
    })),
  ];
  return marks.toSorted((one, other) => one.offset - other.offset).slice(0, MOST_MARKS);
}

/** Of a session of another tool the list knows the family. */
function listedNode({ key, index }: OpenedSession, list: SessionList): TreeNode {
  const session = list.find(key);
  const path = ancestorsOf(session, list);
  const node: TreeNode = {
    ...bareNode(session, "this"),
    head: index.head,
    marks: historyMarks(index.outline),
    children: childrenOf(session, list),
  };
  return path.reduce<TreeNode>(
    (below, above) => ({ ...bareNode(above, "ancestor"), children: [below] }),
    node,
  );
}

/** Nearest first. */
function ancestorsOf({ row }: ListedSession, list: SessionList): readonly ListedSession[] {
  const found: ListedSession[] = [];
  const seen = new Set([row.key]);
  for (let key = parentKey(row); key !== null && !seen.has(key) && found.length < MOST_ABOVE;) {
    seen.add(key);
    const above = list.find(key);
    found.push(above);
    key = parentKey(above.row);
  }
  return found;
}

function parentKey({ forkedFrom, parentKey: spawner }: ListedSession["row"]): string | null {
  return forkedFrom?.key ?? spawner;
}

function childrenOf({ row }: ListedSession, list: SessionList): readonly TreeNode[] {
  const forks = [...list.all()].filter((one) => one.row.forkedFrom?.key === row.key);
  return [...forks.map((one) => bareNode(one, "fork")), ...agentNodes(subAgentsIn(list), row.key)];
}

function bareNode({ row, summary }: ListedSession, is: TreeNode["is"]): TreeNode {
  const { key, title, createdAt, forkedFrom, problem } = row;
  return {
    ...{ threadId: summary.threadId, key, title, createdAt, head: null, is, marks: [] },
    ...{ forkedAt: forkedFrom?.offset ?? null, children: [], trouble: problem },
  };
}

function titleOf(list: SessionList, key: string | null): string | null {
  return key === null ? null : list.find(key).row.title;
}
