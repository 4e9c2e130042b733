import { noThread } from "../../store/errors.js";
import { isRefoldError } from "../../errors.js";
import type { EventStore, NewerEvents, ThreadEntry } from "../../store/event-store.js";
import { counted, timeFigure } from "../../projections/figures.js";
import { excerpt } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { tokensChange } from "../replay/fact-rows.js";
import {
  type CompactionOutline,
  emptyOutline,
  type RollbackOutline,
  type SessionOutline,
  surveySession,
} from "../replay/survey.js";
import { declareReading, newerOf, type ReadingOptions } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withThread } from "../store.js";

/** `refold tree`: where a thread comes from, and what became of it. */
export const declareTree: DeclareCommand = (command, { output }) => {
  declareReading(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ReadingOptions) =>
      withThread(text, options, async (store, threadId) => {
        const newer = newerOf(options);
        const { root, missingParent } = await threadTree(store, threadId, { newer });
        if (missingParent !== null) output.text(`? ${missingParent}  not in this store`);
        output.text(treeLines(root, threadId, output));
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tree 01K6ZQ`;

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
  if (entry === undefined) throw noThread(threadId);
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
    const read = (range = {}) =>
      store.read(threadId, { ...range, ...newer, onDamage: () => undefined });
    return { outline: await surveySession({ read }, { from }), trouble: null };
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return { outline: emptyOutline(), trouble: `${error.code}: ${error.message}` };
  }
}

/**
 * Draws a family of threads: each with what happened to its history, oldest first, its forks where
 * they left.
 * @param threadId the thread that was asked for; it is marked
 */
export function* treeLines(root: TreeNode, threadId: string, output: Output): Generator<string> {
  const drawing = { threadId, output };
  yield nodeLine(root, { mark: "●", prefix: "" }, drawing);
  yield* branchLines(root, "", drawing);
}

interface Drawing {
  readonly threadId: string;
  readonly output: Output;
}

interface Place {
  readonly mark: string;
  readonly prefix: string;
}

/** What hangs below a thread, by offset. */
interface Branch {
  readonly offset: number;
  readonly words: string;
  readonly fork: TreeNode | null;
}

function* branchLines(node: TreeNode, prefix: string, drawing: Drawing): Generator<string> {
  const { columns } = drawing.output;
  const branches = branchesOf(node);
  for (const [index, { offset, words, fork }] of branches.entries()) {
    const isLast = index === branches.length - 1;
    const start = `${prefix}${isLast ? "└" : "├"}─`;
    if (fork === null) {
      yield `${start} ${excerpt(`#${offset} ${words}`, Math.max(columns - start.length - 1, 12))}`;
    } else {
      yield nodeLine(fork, { mark: "○", prefix: start }, drawing);
      yield* branchLines(fork, `${prefix}${isLast ? "  " : "│ "}`, drawing);
    }
  }
}

function branchesOf({ outline, forks, trouble }: TreeNode): readonly Branch[] {
  const branches: readonly Branch[] = [
    ...outline.rollbacks.map((rollback) => leaf(rollback.offset, rollbackWords(rollback))),
    ...outline.compactions.map((compaction) =>
      leaf(compaction.offset, compactionWords(compaction)),
    ),
    ...forks.map((fork) => ({ offset: fork.forkedAt ?? 0, words: "", fork })),
    ...(trouble === null ? [] : [leaf(outline.lastOffset ?? 0, trouble)]),
  ];
  return branches.toSorted((one, other) => one.offset - other.offset);
}

function leaf(offset: number, words: string): Branch {
  return { offset, words, fork: null };
}

function rollbackWords({ to, turns }: RollbackOutline): string {
  return `rolled back to #${to}${turns === null ? "" : ` (${counted(turns, "turn")})`}`;
}

function compactionWords({ trigger, tokensBefore, tokensAfter, rolledBackAt }: CompactionOutline) {
  const change = tokensChange(tokensBefore, tokensAfter);
  const tokens = change === "" ? "" : `: ${change}`;
  const gone = rolledBackAt === null ? "" : `, rolled back at #${rolledBackAt}`;
  return `compacted (${trigger})${tokens}${gone}`;
}

function nodeLine(node: TreeNode, { mark, prefix }: Place, { threadId, output }: Drawing): string {
  const { bold, dim } = output.styles;
  const id = node.threadId === threadId ? bold(node.threadId) : node.threadId;
  const own = node.forkedAt === null ? node.head : node.head - node.forkedAt - 1;
  const facts = [
    ...(node.forkedAt === null ? [] : [`fork at #${node.forkedAt}`]),
    counted(own, node.forkedAt === null ? "event" : "own event"),
    timeFigure(node.createdAt),
    ...(node.threadId === threadId ? ["this one"] : []),
    ...(node.outline.title === null ? [] : [node.outline.title]),
  ];
  const start = `${prefix}${mark} `;
  const room = Math.max(output.columns - start.length - node.threadId.length - 2, 12);
  return `${start}${id}  ${dim(excerpt(facts.join(", "), room))}`;
}
