import type { RecordedItem, ReplacementItem } from "../../../events/recorded-item.js";
import type { CompactBoundary } from "./tree-line.js";
import type { Round, TreeNode } from "./tree-node.js";

/** A message that a compaction keeps, with all items of its line. */
export interface KeptLine {
  readonly node: TreeNode;
  readonly items: readonly RecordedItem[];
}

/** A line that a compaction keeps. @param node null: it only leads from one message to another */
export interface KeptUuid {
  readonly uuid: string;
  readonly node: TreeNode | null;
}

/** Where the newest kept messages go, and how many of them a line behind one of them continues. */
export class KeptSegment {
  /** The message behind which they stand; null: it has not come, or it is no message. */
  placed: TreeNode | null = null;
  /** What the model is shown of that message. */
  lead: readonly ReplacementItem[] = [];
  /** Set by who can read lines again. */
  lines: readonly KeptLine[] = [];
  readonly messages: readonly TreeNode[];
  readonly #standing = new Map<string, number>();

  constructor(
    readonly boundary: CompactBoundary,
    readonly place: Readonly<{
      /** Null: they stand right behind the boundary. */
      anchorUuid: string | null;
      /** What was compacted, and the offset of the boundary. */
      follows: TreeNode;
      ordinal: number;
    }>,
    kept: readonly KeptUuid[],
  ) {
    this.messages = messagesOf(kept);
    const ends = endsOfRounds(this.messages);
    let standing = 0;
    let reached = 0;
    for (const { uuid, node } of kept) {
      standing += linesOf(node).length;
      const round = node?.round ?? null;
      // Whoever follows a line of an answer follows all of it.
      const end = round === null ? 0 : (ends.get(round) ?? 0);
      reached = Math.max(reached, standing, end);
      this.#standing.set(uuid, reached);
    }
  }

  /** How many of the messages a line behind this one follows; null: it is none of the kept lines. */
  standingAt(uuid: string): number | null {
    return this.#standing.get(uuid) ?? null;
  }
}

/** The messages among kept lines, each with what later lines of its uuid added. */
export function messagesOf(kept: readonly KeptUuid[]): readonly TreeNode[] {
  return kept.flatMap(({ node }) => linesOf(node));
}

function endsOfRounds(messages: readonly TreeNode[]): ReadonlyMap<Round, number> {
  const ends = new Map<Round, number>();
  messages.forEach(({ round, ordinal, compactedAt }, index) => {
    // A summary continues the answer that stands before it, but is no line of it.
    if (round !== null && compactedAt !== ordinal) ends.set(round, index + 1);
  });
  return ends;
}

function linesOf(node: TreeNode | null): readonly TreeNode[] {
  const lines: TreeNode[] = [];
  for (let at = node; at !== null; at = at.continuedBy) lines.push(at);
  return lines;
}
