import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { BranchNode } from "../shared/live-branch.js";

export interface RecordedOutput {
  readonly callId: string;
  readonly ref: ItemRef;
}

/** A line of the file. */
export interface PlacedLine {
  /** Its own message; null: it has none. */
  readonly own: TreeNode | null;
  /** The line that it names as its parent; null: it names none that is before it. */
  readonly above: PlacedLine | null;
  readonly ordinal: number;
}

const NO_OUTPUTS: readonly RecordedOutput[] = [];

/** How a branch stands at a message: mostly as at the one before it, whose it then is too. */
export interface BranchState {
  /** Compactions up to here, and the offset of the newest. */
  readonly compactions: number;
  readonly compactedAt: number | null;
  /** The newest compaction's summary has not come: what it kept is before it. */
  readonly awaitsSummary: boolean;
  /** What was told last of model and folder; null: nothing since the newest compaction. */
  readonly context: { readonly model: string; readonly folder: string } | null;
  /** The session's name, as the state here has it. */
  readonly title: string | null;
}

const UNTOLD: BranchState = {
  compactions: 0,
  compactedAt: null,
  awaitsSummary: false,
  context: null,
  title: null,
};

/**
 * A line that means something to the model, in its place in the conversation. There is one for each
 * message of the file as long as it is read: so it holds little more than numbers.
 */
export class TreeNode implements BranchNode, PlacedLine {
  liveUntil: number | null = null;
  round: Round | null = null;
  branch: BranchState;
  /** Outputs that its line recorded. */
  outputs: readonly RecordedOutput[] = NO_OUTPUTS;
  /** How many items the line recorded, and the index of the first; null: its offset names it. */
  items = 0;
  firstItem: number | null = null;
  /** Ids of the calls whose outputs it clears; null: it is a message. */
  clears: readonly string[] | null = null;
  readonly ordinal: number;
  readonly above: PlacedLine | null;
  /** A later line of the same uuid, with more. */
  continuedBy: TreeNode | null = null;

  /**
   * @param parent what it follows; null: it is the beginning, an empty conversation
   * @param uuid of its line; null: the beginning, or a line that has none
   * @param line its offset (-1: the beginning), and the line above it in the file's own tree
   */
  constructor(
    readonly parent: TreeNode | null,
    readonly uuid: string | null,
    { ordinal, above }: Pick<PlacedLine, "ordinal" | "above">,
  ) {
    this.ordinal = ordinal;
    this.above = above;
    this.branch = parent?.branch ?? UNTOLD;
  }

  get node(): this {
    return this;
  }

  get own(): this {
    return this;
  }

  get boundary(): null {
    return null;
  }

  get kept(): null {
    return null;
  }

  get lost(): null {
    return null;
  }

  /** Where the line's items were recorded, in order: each that was new. */
  get refs(): readonly ItemRef[] {
    const { items, firstItem: first, ordinal } = this;
    return Array.from({ length: items }, (_, at) =>
      first === null ? ordinal : [ordinal, first + at],
    );
  }

  noteRef(ref: ItemRef): void {
    if (this.items === 0 && typeof ref !== "number") this.firstItem = ref[1];
    this.items += 1;
  }
}

/** The text that an answer recorded last: it may come again, grown. */
export interface GrowingText {
  readonly kind: "text" | "thinking";
  readonly length: number;
  /** Of its block. */
  readonly key: string;
  ref: ItemRef | null;
}

/**
 * One answer of the model, with the outputs of the calls in it: one place in the conversation, though
 * it is written on many lines. Each line holds a block or some, each output's parent is the line of its
 * call, and they come in any order: so the tree by `parentUuid` alone would have only one of several
 * parallel calls.
 */
export class Round {
  /** Ids of its calls, and of those that are answered. */
  calls: readonly string[] = NONE;
  answered: readonly string[] = NONE;
  /** Keys of the blocks that were recorded: each enters the ledger once. */
  blocks: readonly string[] = NONE;
  growing: GrowingText | null = null;
  usage: Usage | null = null;
  last: TreeNode;

  /** @param before what it follows @param requestId null: its lines name none */
  constructor(
    readonly messageId: string,
    readonly before: TreeNode,
    readonly requestId: string | null,
  ) {
    this.last = before;
  }

  /** True if an answer is the rest of this one, behind what was written in between. */
  isContinuedBy({ messageId, requestId, before }: Round): boolean {
    if (messageId !== this.messageId || requestId !== this.requestId) return false;
    return requestId !== null && isOnBranch(this.last, before);
  }
}

/** No answer is parted by more messages. A file may hold a long copy of a branch, and each answer in it is looked for. */
const MOST_BETWEEN = 1_000;

/** Whether a node is before another on its branch, not far away, or is that one. */
function isOnBranch(node: TreeNode, end: TreeNode): boolean {
  let at: TreeNode | null = end;
  for (let left = MOST_BETWEEN; left > 0 && at !== null && at.ordinal > node.ordinal; left--) {
    at = at.parent;
  }
  return at === node;
}

const NONE: readonly string[] = [];

/** What a line says of its place. */
export interface TreeLine {
  /** Null: it names none, as lines of the oldest versions. */
  readonly uuid: string | null;
  /** Null: it is a root. Absent: it follows the line before it. */
  readonly parentUuid: string | null | undefined;
}

/** A line that the model is shown something of. */
export interface MessagePlace extends TreeLine {
  /** Of the model's answer; null: the line is no part of one. */
  readonly messageId: string | null;
  readonly requestId: string | null;
  /** Ids of the calls that it makes, of those that it answers, and of the one that it comes with. */
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  readonly comesWith: string | null;
  /** A summary without a boundary before it, as older versions wrote. */
  readonly compacts: boolean;
  /** It was added to what is before it: it belongs to the answer that is still open there. */
  readonly isAttached: boolean;
}

/** The line between a compacted conversation and what follows. */
export interface CompactBoundary {
  readonly trigger: string | null;
  readonly tokensBefore: number | null;
  /** What stays as it is; null: everything is summarized. */
  readonly keeps: KeptRange | null;
}

/**
 * The messages that a compaction keeps. They are before its boundary in the file, and after the
 * anchor for the model: the summary, or the boundary itself where the beginning is kept.
 */
export type KeptRange = Readonly<{ anchorUuid: string }> &
  (
    | { readonly by: "list"; readonly uuids: readonly string[] }
    | { readonly by: "chain"; readonly headUuid: string; readonly tailUuid: string }
  );
