import type { TreeMarkRow, TreeRow, TreeThreadRow, TreeWindow } from "../../api-views.js";
import { type RowRange, windowOf } from "../query.js";

/** A thread of a family, and what hangs below it. */
export interface FamilyNode {
  readonly thread: Omit<TreeThreadRow, "depth" | "hasBelow" | "isClosed">;
  /** Oldest first. */
  readonly marks: readonly Omit<TreeMarkRow, "is" | "key" | "depth">[];
  readonly children: FamilyNode[];
}

export interface Family {
  readonly root: FamilyNode;
  readonly missingParent: string | null;
}

/** @param closed ids of threads of which nothing below is shown */
export function treeWindow(
  { root, missingParent }: Family,
  closed: ReadonlySet<string>,
  range: RowRange,
): TreeWindow {
  const rows = treeRows(root, closed);
  const atRow = Math.max(
    0,
    rows.findIndex(({ is }) => is === "this"),
  );
  return { ...windowOf(rows, range), atRow, missingParent };
}

interface Open {
  readonly row: TreeRow;
  /** Where in the thread above it begins, or happened. */
  readonly place: number;
  readonly node: FamilyNode | null;
}

/** Not by recursion: forks of forks can be many thousands deep. */
function treeRows(root: FamilyNode, closed: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const open: Open[] = [opened(root, 0, closed)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { row, node } = next;
    rows.push(row);
    if (node === null || closed.has(node.thread.threadId)) continue;
    const { key } = node.thread;
    const depth = row.depth + 1;
    const below = [
      ...node.marks.map((mark) => ({
        row: { is: "mark" as const, ...mark, key, depth },
        place: mark.offset,
        node: null,
      })),
      ...node.children.map((child) => opened(child, depth, closed)),
    ];
    for (const one of below.sort((one, other) => other.place - one.place)) open.push(one);
  }
  return rows;
}

function opened(node: FamilyNode, depth: number, closed: ReadonlySet<string>): Open {
  const { thread, marks, children } = node;
  const hasBelow = marks.length + children.length > 0;
  const isClosed = closed.has(thread.threadId);
  return { row: { ...thread, depth, hasBelow, isClosed }, place: thread.forkedAt ?? 0, node };
}
