import { counted, shortFigure, timeFigure } from "../output/figures.js";
import { excerpt } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { CompactionOutline, RollbackOutline } from "../replay/outline.js";
import type { TreeNode } from "./thread-tree.js";

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
  const tokens =
    tokensBefore === null || tokensAfter === null
      ? ""
      : `: ${shortFigure(tokensBefore)} → ${shortFigure(tokensAfter)} tokens`;
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
