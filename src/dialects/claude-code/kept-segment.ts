import type { RecordedItem, ReplacementItem } from "../../events/item.js";
import type { CompactBoundary, PlacedLine, Round, TreeNode } from "./tree-node.js";

/** A message that a compaction keeps, with all items of its line. */
export interface KeptLine {
  readonly node: TreeNode;
  readonly items: readonly RecordedItem[];
}

/** A line that a compaction keeps. */
export interface KeptPlace {
  readonly line: PlacedLine;
  /** Null: it only leads from one message to another. */
  readonly node: TreeNode | null;
}

/** Kept messages around the first message after a compaction. */
export interface KeptPart {
  readonly segment: KeptSegment;
  /** So many of them, from the first on. */
  readonly standing: number;
  readonly side: "before" | "behind";
}

/** Where the newest kept messages go, and how many of them a line after one of them continues. */
export class KeptSegment {
  /** The message after which they stand; null: it has not come, or it is no message. */
  placed: TreeNode | null = null;
  /** What the model is shown of that message, and of what came before it. */
  lead: readonly ReplacementItem[] = [];
  /** Messages between the boundary and that message: attachments come before a summary that was late. */
  readonly early = new Map<TreeNode, readonly RecordedItem[]>();
  /** Set by who can read lines again. */
  lines: readonly KeptLine[] = [];
  readonly messages: readonly TreeNode[];
  readonly #standing = new Map<PlacedLine, number>();

  constructor(
    readonly boundary: CompactBoundary,
    readonly place: Readonly<{
      /** Null: they are directly after the boundary. */
      anchorUuid: string | null;
      /** What was compacted, and the offset of the boundary. */
      follows: TreeNode;
      ordinal: number;
    }>,
    kept: readonly KeptPlace[],
  ) {
    this.messages = messagesOf(kept);
    const ends = endsOfRounds(this.messages);
    let standing = 0;
    let reached = 0;
    for (const { line, node } of kept) {
      standing += linesOf(node).length;
      const round = node?.round ?? null;
      // Whoever follows a line of an answer follows all of it.
      const end = round === null ? 0 : (ends.get(round) ?? 0);
      reached = Math.max(reached, standing, end);
      this.#standing.set(line, reached);
    }
  }

  /** Those of them that a message follows, oldest first. */
  earlyBefore(message: TreeNode): readonly KeptLine[] {
    const lines: KeptLine[] = [];
    for (let node = message.parent; node !== null; node = node.parent) {
      const items = this.early.get(node);
      if (items === undefined) break;
      lines.push({ node, items });
    }
    return lines.reverse();
  }

  /** How many of the messages a line after this one follows; null: it is none of the kept lines. */
  standingAt(line: PlacedLine): number | null {
    return this.#standing.get(line) ?? null;
  }
}

/** The messages among kept lines, each with what later lines of its uuid added. */
export function messagesOf(kept: readonly KeptPlace[]): readonly TreeNode[] {
  return kept.flatMap(({ node }) => linesOf(node));
}

function endsOfRounds(messages: readonly TreeNode[]): ReadonlyMap<Round, number> {
  const ends = new Map<Round, number>();
  messages.forEach(({ round, ordinal, branch }, index) => {
    // A summary continues the answer that is before it, but is no line of it.
    if (round !== null && branch.compactedAt !== ordinal) ends.set(round, index + 1);
  });
  return ends;
}

function linesOf(node: TreeNode | null): readonly TreeNode[] {
  const lines: TreeNode[] = [];
  for (let at = node; at !== null; at = at.continuedBy) lines.push(at);
  return lines;
}
