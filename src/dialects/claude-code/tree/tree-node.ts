import type { ItemRef } from "../../../events/primitives.js";
import type { Round } from "./round.js";

/** A line that means something to the model, in its place in the conversation. */
export interface TreeNode {
  /** What it follows; null: the beginning. */
  readonly parent: TreeNode | null;
  round: Round | null;
  /** The newest offset at which it was the live leaf; null: never, or it still is. */
  liveUntil: number | null;
  /** Compactions up to here, and the offset of the newest. */
  compactions: number;
  compactedAt: number | null;
  /** What was told last of model and folder; null: nothing since the newest compaction. */
  context: string | null;
  /** Outputs that its line recorded. */
  outputs: readonly RecordedOutput[];
}

export interface RecordedOutput {
  readonly callId: string;
  readonly ref: ItemRef;
}

/** A node that continues another. */
export function nodeBehind(parent: TreeNode): TreeNode {
  const { compactions, compactedAt, context } = parent;
  return {
    parent,
    round: null,
    liveUntil: null,
    compactions,
    compactedAt,
    context,
    outputs: NO_OUTPUTS,
  };
}

/** The beginning: no line, an empty conversation. */
export function rootNode(): TreeNode {
  return {
    parent: null,
    round: null,
    liveUntil: null,
    compactions: 0,
    compactedAt: null,
    context: null,
    outputs: NO_OUTPUTS,
  };
}

const NO_OUTPUTS: readonly RecordedOutput[] = [];
