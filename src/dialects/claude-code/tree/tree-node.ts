import type { ItemRef } from "../../../events/primitives.js";
import type { Usage } from "../../../events/slices.js";
import type { BranchNode } from "../../tree/live-branch.js";

/** A line that means something to the model, in its place in the conversation. */
export interface TreeNode extends BranchNode {
  /** What it follows; null: the beginning. */
  readonly parent: TreeNode | null;
  /** Of its line; null: the beginning, or a line that has none. */
  readonly uuid: string | null;
  round: Round | null;
  /** Compactions up to here, and the offset of the newest. */
  compactions: number;
  compactedAt: number | null;
  /** The newest compaction's summary has not come: what it kept stands before it. */
  awaitsSummary: boolean;
  /** What was told last of model and folder; null: nothing since the newest compaction. */
  context: string | null;
  /** Outputs that its line recorded. */
  outputs: readonly RecordedOutput[];
}

export interface RecordedOutput {
  readonly callId: string;
  readonly ref: ItemRef;
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

/** A node that continues another. */
export function nodeBehind(parent: TreeNode, uuid: string | null): TreeNode {
  const { compactions, compactedAt, awaitsSummary, context } = parent;
  return {
    parent,
    uuid,
    round: null,
    liveUntil: null,
    compactions,
    compactedAt,
    awaitsSummary,
    context,
    outputs: NO_OUTPUTS,
  };
}

/** The beginning: no line, an empty conversation. */
export function rootNode(): TreeNode {
  return {
    parent: null,
    uuid: null,
    round: null,
    liveUntil: null,
    compactions: 0,
    compactedAt: null,
    awaitsSummary: false,
    context: null,
    outputs: NO_OUTPUTS,
  };
}

const NO_OUTPUTS: readonly RecordedOutput[] = [];
