import { noThread } from "../../store/errors.js";
import { isRefoldError } from "../../errors.js";
import type { EventStore, NewerEvents, ThreadEntry } from "../../store/event-store.js";
import { counted } from "../../projections/figures.js";
import { excerpt, filledLine } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { UTC_TIMES } from "../output/times.js";
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
import { entriesOf, withThread } from "../store.js";

/** `refold tree`: where a thread comes from, and what became of it. */
export const declareTree: DeclareCommand = (command, { output }) => {
  declareReading(command)
    .argument("<thread>", "a thread of the store")
    .option(...UTC_TIMES)
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ReadingOptions) =>
      withThread(text, options, async (store, threadId) => {
        const newer = newerOf(options);
        const { root, missingParent } = await threadTree(store, threadId, { newer });
        if (missingParent !== null) output.text(`? ${missingParent}  not in this store`);
        const drawing = { threadId, rootId: root.threadId, output };
        output.text([nodeLine(root, "● ", drawing), ...branchLines(root, "", drawing)]);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tree 01K6ZQ`;

/** A thread, what happened to its history, and what was forked from it. */
interface TreeNode extends Pick<ThreadEntry, "threadId" | "createdAt" | "head"> {
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

interface Drawing {
  /** The thread that was asked for; it is marked. */
  readonly threadId: string;
  /** Its line names the zone of all times. */
  readonly rootId: string;
  readonly output: Output;
}

/**
 * Draws what hangs below a thread: what happened to its history, oldest first, and its forks where
 * they left.
 */
function* branchLines(node: TreeNode, prefix: string, drawing: Drawing): Generator<string> {
  const branches = branchesOf(node);
  for (const [index, { offset, words, fork }] of branches.entries()) {
    const isLast = index === branches.length - 1;
    const start = `${prefix}${isLast ? "└" : "├"}─`;
    if (fork === undefined) {
      yield filledLine(`${start} `, `#${offset} ${words}`, drawing.output);
    } else {
      yield nodeLine(fork, `${start}○ `, drawing);
      yield* branchLines(fork, `${prefix}${isLast ? "  " : "│ "}`, drawing);
    }
  }
}

/** What hangs below a thread, by offset. */
interface Branch {
  readonly offset: number;
  readonly words?: string;
  readonly fork?: TreeNode;
}

function branchesOf({ outline, forks, trouble }: TreeNode): readonly Branch[] {
  const branches: Branch[] = [
    ...outline.rollbacks.map((one) => ({ offset: one.offset, words: rollbackWords(one) })),
    ...outline.compactions.map((one) => ({ offset: one.offset, words: compactionWords(one) })),
    ...forks.map((fork) => ({ offset: fork.forkedAt ?? 0, fork })),
  ];
  if (trouble !== null) branches.push({ offset: outline.lastOffset ?? 0, words: trouble });
  return branches.toSorted((one, other) => one.offset - other.offset);
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

function nodeLine(node: TreeNode, start: string, { threadId, rootId, output }: Drawing): string {
  const { styles, times } = output;
  const { bold, dim } = styles;
  const { forkedAt, head, createdAt, outline } = node;
  const isAsked = node.threadId === threadId;
  const facts = [
    ...(forkedAt === null
      ? [counted(head, "event")]
      : [`fork at #${forkedAt}`, counted(head - forkedAt - 1, "own event")]),
    `${times.time(createdAt)}${node.threadId === rootId ? ` ${times.zone}` : ""}`,
    ...(isAsked ? ["this one"] : []),
    ...(outline.title === null ? [] : [outline.title]),
  ];
  const room = Math.max(output.columns - start.length - node.threadId.length - 2, 12);
  const id = isAsked ? bold(node.threadId) : node.threadId;
  return `${start}${id}  ${dim(excerpt(facts.join(", "), room))}`;
}
