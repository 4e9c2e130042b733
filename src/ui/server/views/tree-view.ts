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
  return { root: threadNode(root, { list, asked: threadId }), missingParent };
}

interface Asked {
  readonly list: SessionList;
  readonly asked: string;
}

function threadNode(node: ThreadNode, asked: Asked): TreeNode {
  const { threadId, createdAt, head, forkedAt, outline, trouble, forks } = node;
  const key = asked.list.keyOf(threadId);
  const isAncestor = forks.some((fork) => holds(fork, asked.asked));
  return {
    ...{
      threadId,
      key,
      title: outline.title ?? titleOf(asked.list, key),
      createdAt,
      head,
      forkedAt,
    },
    is: threadId === asked.asked ? "this" : isAncestor ? "ancestor" : "fork",
    marks: marksOf(outline),
    children: [...forks.map((fork) => threadNode(fork, asked)), ...subAgents(asked.list, key)],
    trouble,
  };
}

function holds(node: ThreadNode, threadId: string): boolean {
  return node.threadId === threadId || node.forks.some((fork) => holds(fork, threadId));
}

const MOST_MARKS = 500;

function marksOf({ rollbacks, compactions }: SessionOutline): TreeNode["marks"] {
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
    marks: marksOf(index.outline),
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
  for (let key = parentKey(row); key !== null && !seen.has(key);) {
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
  return [...forks.map((one) => bareNode(one, "fork")), ...subAgents(list, row.key)];
}

function subAgents(list: SessionList, key: string | null): readonly TreeNode[] {
  if (key === null) return [];
  const found = [...list.all()].filter(({ row }) => row.parentKey === key);
  return found.map((one) => bareNode(one, "sub-agent"));
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
