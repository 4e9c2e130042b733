import { type HistoryFacts, type LineFact, plainFact } from "./event-facts.js";

/** A place in a conversation that it can be taken up again at. */
export interface BranchNode {
  /** The newest offset at which it was the live leaf; null: never, or it still is. */
  liveUntil: number | null;
}

/** What has to happen before a line that does not continue the live branch is folded. */
export interface Rollback {
  /** The state is again what it was at this offset. */
  readonly to: number;
  /** There was no earlier state: what the first line said is cleared. */
  readonly clears: boolean;
}

const NO_FACTS: readonly LineFact[] = [];

/** The facts before those of a line that does not continue the live branch. */
export function rollbackFacts(
  rollback: Rollback | null,
  history: HistoryFacts,
): readonly LineFact[] {
  if (rollback === null) return NO_FACTS;
  const rolledBack = plainFact(history.rolledBack(rollback.to));
  return rollback.clears ? [rolledBack, plainFact(history.cleared())] : [rolledBack];
}

/**
 * Which branch of a tree is live, line by line: the one that ends at the newest line. A line's place
 * is settled when it comes and never changes, so the state at the offset where a place was last live
 * is the state that a line after it continues.
 */
export class LiveBranch<Node extends BranchNode> {
  #tip: Node;

  constructor(root: Node) {
    this.#tip = root;
  }

  get tip(): Node {
    return this.#tip;
  }

  /** A line follows a place, and is live from now on. @param ordinal the line's offset */
  grow(parent: Node, node: Node, ordinal: number): Rollback | null {
    const before = this.#tip;
    if (ordinal > 0) before.liveUntil = ordinal - 1;
    this.#tip = node;
    return parent === before ? null : stateAgainAt(parent);
  }

  /** A place that was left is live again. */
  goBack(node: Node, ordinal: number): Rollback | null {
    const before = this.#tip;
    if (node === before) return null;
    before.liveUntil = ordinal - 1;
    this.#tip = node;
    return stateAgainAt(node);
  }
}

function stateAgainAt({ liveUntil: to }: BranchNode): Rollback {
  return to === null ? { to: 0, clears: true } : { to, clears: false };
}
