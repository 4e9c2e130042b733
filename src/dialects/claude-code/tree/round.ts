import type { ItemRef } from "../../../events/primitives.js";
import type { Usage } from "../../../events/slices.js";
import type { TreeNode } from "./tree-node.js";

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
