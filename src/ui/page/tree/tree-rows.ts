import type { TreeNode } from "../../api-views.js";

/** A line of a tree: a thread, or what happened to its history. */
export type TreeRow = TreeNodeRow | TreeMarkRow;

export interface TreeNodeRow {
  readonly node: TreeNode;
  readonly mark: null;
  /** Number of threads above it. */
  readonly depth: number;
  readonly isClosed: boolean;
}

export interface TreeMarkRow {
  /** Whose mark it is. */
  readonly node: TreeNode;
  readonly mark: TreeNode["marks"][number];
  readonly depth: number;
}

/**
 * The lines of a tree, each thread's marks and children by offset. Without recursion: forks of forks
 * can be many thousands deep.
 * @param closed ids of threads of which nothing below is shown
 */
export function treeRows(root: TreeNode, closed: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const open: TreeRow[] = [nodeRow(root, 0, closed)];
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    rows.push(row);
    if (row.mark !== null || row.isClosed) continue;
    const { node, depth } = row;
    const below = [
      ...node.marks.map((mark) => ({ node, mark, depth: depth + 1 })),
      ...node.children.map((child) => nodeRow(child, depth + 1, closed)),
    ];
    for (const next of below.toSorted((one, other) => placeOf(other) - placeOf(one))) {
      open.push(next);
    }
  }
  return rows;
}

function nodeRow(node: TreeNode, depth: number, closed: ReadonlySet<string>): TreeNodeRow {
  return { node, mark: null, depth, isClosed: closed.has(node.threadId) };
}

/** Where in the thread above it begins, or happened. */
function placeOf(row: TreeRow): number {
  return row.mark === null ? (row.node.forkedAt ?? 0) : row.mark.offset;
}
