import { entry } from "../../../projections/stats/tally.js";
import { tokensChange } from "../../../projections/views/happenings.js";
import type { SessionOutline } from "../../../sessions/survey.js";
import { threadTree, type TreeNode as ThreadNode } from "../../../sessions/thread-tree.js";
import type { EventStore } from "../../../store/event-store.js";
import type { OpenedSession } from "../opened-session.js";
import type { ListedSession, SessionList } from "../session-list.js";
import { rollbackWords } from "./timeline.js";
import type { Family, FamilyNode } from "./tree-rows.js";

interface FamilyPlace {
  readonly list: SessionList;
  readonly store: EventStore;
}

interface KeptFamily {
  /** What it was made of. */
  readonly stamp: string;
  readonly family: Promise<Family>;
  /** It is not made again before. */
  until: number;
}

/** Making families may take this part of the time while stores change. */
const SHARE = 0.05;
const KEPT = new WeakMap<OpenedSession, KeptFamily>();

/**
 * The family of a session: of a thread of the store as `refold tree` finds it, with its sub-agents. While
 * its rows are looked through it stays what it was.
 */
export function familyOf(
  opened: OpenedSession,
  listed: ListedSession,
  place: FamilyPlace,
): Promise<Family> {
  const stamp = `${opened.index.head} ${place.list.madeAt}`;
  const known = KEPT.get(opened);
  const start = performance.now();
  if (known !== undefined && (known.stamp === stamp || start < known.until)) return known.family;
  const family = makeFamily(opened, listed, place);
  const kept: KeptFamily = { stamp, family, until: Infinity };
  KEPT.set(opened, kept);
  family.then(
    () => (kept.until = performance.now() + (performance.now() - start) / SHARE),
    () => KEPT.delete(opened), // who asked is told
  );
  return family;
}

async function makeFamily(
  opened: OpenedSession,
  { summary }: ListedSession,
  { list, store }: FamilyPlace,
): Promise<Family> {
  if (summary.collection !== "refold") {
    return { root: listedNode(opened, list), missingParent: null };
  }
  const { threadId, forkedFrom } = summary;
  await opened.whole();
  const known = forkedFrom === null ? new Map([[threadId, opened.index.outline]]) : new Map();
  const { root, missingParent } = await threadTree(store, threadId, { known });
  const asked = {
    ...{ list, asked: threadId, path: new Set(pathTo(root, threadId)) },
    subAgents: subAgentsIn(list),
  };
  return { root: threadNodes(root, asked), missingParent };
}

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

/** Not by recursion: a chain of forks may be deeper than the stack. */
function threadNodes(root: ThreadNode, asked: Asked): FamilyNode {
  const first = threadNode(root, asked);
  const open = [{ from: root, to: first }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to } = next;
    const forks = from.forks.map((fork) => ({ from: fork, to: threadNode(fork, asked) }));
    to.children.unshift(...forks.map(({ to: fork }) => fork));
    for (const fork of forks) open.push(fork);
  }
  return first;
}

function threadNode(node: ThreadNode, { list, asked, path, subAgents }: Asked): FamilyNode {
  const { threadId, createdAt, head, forkedAt, outline, trouble } = node;
  const key = list.keyOf(threadId);
  const title = outline.title ?? titleOf(list, key);
  const is = threadId === asked ? "this" : path.has(node) ? "ancestor" : "fork";
  return {
    thread: { threadId, key, title, createdAt, head, forkedAt, is, trouble },
    marks: historyMarks(outline),
    children: [...agentNodes(subAgents, key)],
  };
}

/** By the key of the session that spawned them. */
type SubAgents = ReadonlyMap<string, readonly ListedSession[]>;

function subAgentsIn(list: SessionList): SubAgents {
  const found = new Map<string, ListedSession[]>();
  for (const one of list.all()) {
    const { parentKey: key } = one.row;
    if (key !== null) entry(found, key, (): ListedSession[] => []).push(one);
  }
  return found;
}

function agentNodes(subAgents: SubAgents, key: string | null): readonly FamilyNode[] {
  const found = key === null ? [] : (subAgents.get(key) ?? []);
  return found.map((one) => bareNode(one, "sub-agent"));
}

const MOST_MARKS = 500;

export function historyMarks({ rollbacks, compactions }: SessionOutline): FamilyNode["marks"] {
  const starts = new Set(rollbacks.map(({ offset }) => offset - 1));
  const marks = [
    ...rollbacks.map((rollback) => ({
      kind: starts.has(rollback.to) ? ("redo" as const) : ("rollback" as const),
      offset: rollback.offset,
      words: rollbackWords(rollback),
    })),
    ...compactions.map(({ offset, trigger, tokensBefore, tokensAfter }) => ({
      kind: "compaction" as const,
      offset,
      words: `${trigger} ${tokensChange(tokensBefore, tokensAfter)}`.trim(),
    })),
  ];
  return marks.toSorted((one, other) => one.offset - other.offset).slice(0, MOST_MARKS);
}

/** Of a session of another tool the list knows the family. */
function listedNode({ key, index }: OpenedSession, list: SessionList): FamilyNode {
  const session = list.find(key);
  const { thread } = bareNode(session, "this");
  const node: FamilyNode = {
    thread: { ...thread, head: index.head },
    marks: historyMarks(index.outline),
    children: [...childrenOf(session, list)],
  };
  return ancestorsOf(session, list).reduce<FamilyNode>((below, above) => {
    return { ...bareNode(above, "ancestor"), children: [below] };
  }, node);
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

function childrenOf({ row }: ListedSession, list: SessionList): readonly FamilyNode[] {
  const forks = [...list.all()].filter((one) => one.row.forkedFrom?.key === row.key);
  return [...forks.map((one) => bareNode(one, "fork")), ...agentNodes(subAgentsIn(list), row.key)];
}

function bareNode({ row, summary }: ListedSession, is: FamilyNode["thread"]["is"]): FamilyNode {
  const { key, title, createdAt, forkedFrom, problem: trouble } = row;
  const { threadId } = summary;
  const forkedAt = forkedFrom?.offset ?? null;
  return {
    thread: { threadId, key, title, createdAt, head: null, forkedAt, is, trouble },
    marks: [],
    children: [],
  };
}

function titleOf(list: SessionList, key: string | null): string | null {
  return key === null ? null : list.find(key).row.title;
}
