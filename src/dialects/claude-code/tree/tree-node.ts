import type { ItemRef, TruncationPolicy } from "../../../events/primitives.js";
import type { Usage } from "../../../events/slices.js";
import type { BranchNode } from "../../tree/live-branch.js";

export interface RecordedOutput {
  readonly callId: string;
  readonly ref: ItemRef;
}

const NO_OUTPUTS: readonly RecordedOutput[] = [];
const NO_REFS: readonly ItemRef[] = [];

/** A line that means something to the model, in its place in the conversation. */
export class TreeNode implements BranchNode {
  liveUntil: number | null = null;
  round: Round | null = null;
  /** Compactions up to here, and the offset of the newest. */
  compactions: number;
  compactedAt: number | null;
  /** The newest compaction's summary has not come: what it kept stands before it. */
  awaitsSummary: boolean;
  /** What was told last of model and folder; null: nothing since the newest compaction. */
  context: string | null;
  /** The session's name, as the state here has it. */
  title: string | null;
  /** Outputs that its line recorded. */
  outputs: readonly RecordedOutput[] = NO_OUTPUTS;
  /** Where the line's items were recorded, in order: each that was new. */
  refs: readonly ItemRef[] = NO_REFS;
  /** Under what the line's outputs were bounded. */
  policy: TruncationPolicy | null = null;
  /** Ids of the calls whose outputs it clears; null: it is a message. */
  clears: readonly string[] | null = null;
  /** A later line of the same uuid, with more. */
  continuedBy: TreeNode | null = null;

  /**
   * @param parent what it follows; null: it is the beginning, an empty conversation
   * @param uuid of its line; null: the beginning, or a line that has none
   * @param ordinal of its line; -1: the beginning
   */
  constructor(
    readonly parent: TreeNode | null,
    readonly uuid: string | null,
    readonly ordinal: number,
  ) {
    this.compactions = parent?.compactions ?? 0;
    this.compactedAt = parent?.compactedAt ?? null;
    this.awaitsSummary = parent?.awaitsSummary ?? false;
    this.context = parent?.context ?? null;
    this.title = parent?.title ?? null;
  }
}

/** The text that an answer recorded last: it may come again, grown. */
export interface GrowingText {
  readonly kind: "text" | "thinking";
  readonly length: number;
  readonly hash: string;
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
  readonly calls: string[] = [];
  readonly answered: string[] = [];
  /** Keys of the blocks that were recorded: each enters the ledger once. */
  readonly blocks: string[] = [];
  growing: GrowingText | null = null;
  usage: Usage | null = null;
  last: TreeNode;

  constructor(
    readonly messageId: string,
    /** What it follows. */
    readonly before: TreeNode,
  ) {
    this.last = before;
  }
}
