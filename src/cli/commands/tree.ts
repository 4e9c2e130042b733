import { counted } from "../../projections/figures.js";
import { excerpt, filledLine } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { UTC_TIMES } from "../output/times.js";
import { tokensChange } from "../../projections/views/happenings.js";
import type { CompactionOutline, RollbackOutline } from "../../sessions/survey.js";
import { threadTree, type TreeNode } from "../../sessions/thread-tree.js";
import { declareReading, newerOf, type ReadingOptions } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withThread } from "../store.js";

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
        output.text([nodeLine(root, "● ", drawing), ...branchLines(root, drawing)]);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tree 01K6ZQ`;

interface Drawing {
  /** The thread that was asked for; it is marked. */
  readonly threadId: string;
  /** Its line names the zone of all times. */
  readonly rootId: string;
  readonly output: Output;
}

/** Forks that are deeper are not indented further. */
const MOST_INDENTED = 32;

/** What is drawn below one thread. */
interface Level {
  readonly branches: Generator<PlacedBranch, undefined>;
  readonly prefix: string;
  readonly depth: number;
}

/**
 * Draws what hangs below a thread: what happened to its history, oldest first, and its forks where
 * they left. Not by recursion: a chain of forks may be deeper than the stack.
 */
function* branchLines(root: TreeNode, drawing: Drawing): Generator<string> {
  const open: Level[] = [{ branches: branchesOf(root), prefix: "", depth: 0 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: branch } = level.branches.next();
    if (branch === undefined) {
      open.pop();
      continue;
    }
    const { offset, words, fork, isLast } = branch;
    const hidden = level.depth - MOST_INDENTED;
    const start = `${level.prefix}${hidden > 0 ? `+${hidden} ` : ""}${isLast ? "└" : "├"}─`;
    if (fork === undefined) {
      yield filledLine(`${start} `, `#${offset} ${words}`, drawing.output);
    } else {
      yield nodeLine(fork, `${start}○ `, drawing);
      const bar = hidden < 0 ? (isLast ? "  " : "│ ") : "";
      const below = { prefix: level.prefix + bar, depth: level.depth + 1 };
      open.push({ branches: branchesOf(fork), ...below });
    }
  }
}

/** What hangs below a thread, by offset. */
interface Branch {
  readonly offset: number;
  readonly words?: string;
  readonly fork?: TreeNode;
}

interface PlacedBranch extends Branch {
  readonly isLast: boolean;
}

function* branchesOf({ outline, forks, trouble }: TreeNode): Level["branches"] {
  const branches: Branch[] = [
    ...outline.rollbacks.map((one) => ({ offset: one.offset, words: rollbackWords(one) })),
    ...outline.compactions.map((one) => ({ offset: one.offset, words: compactionWords(one) })),
    ...forks.map((fork) => ({ offset: fork.forkedAt ?? 0, fork })),
  ];
  if (trouble !== null) branches.push({ offset: outline.lastOffset ?? 0, words: trouble });
  branches.sort((one, other) => one.offset - other.offset);
  for (const branch of branches) yield { ...branch, isLast: branch === branches.at(-1) };
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
