import { LiveBranch, type Rollback } from "../../tree/live-branch.js";
import type { CompactBoundary, MessagePlace, TreeLine } from "./tree-line.js";
import { nodeBehind, rootNode, Round, type TreeNode } from "./tree-node.js";

/** Where a message was put, and what has to happen before it is folded. */
export interface Placement {
  readonly node: TreeNode;
  /** The live leaf was another: the state is again what it was at `to`. */
  readonly rollback: Rollback | null;
  /** The message is the first behind a compaction. */
  readonly boundary: CompactBoundary | null;
  /** Its parent is not in the file: what came before is not part of its conversation. */
  readonly isOrphan: boolean;
}

/** Where a uuid leads: the message that it is or hangs on, and what lies between. */
interface Anchor {
  readonly node: TreeNode;
  readonly boundary: CompactBoundary | null;
  readonly isOrphan: boolean;
}

const NO_BOUNDARY: CompactBoundary = { trigger: null, tokensBefore: null };

/**
 * The tree of messages, as far as the file goes. Live is the branch that ends at the newest message;
 * a message's place is settled when it comes and never changes, so the state at the offset where its
 * branch was last live is the state that a message behind it continues (docs/claude-code.md).
 */
export class SessionTree {
  readonly #root = rootNode();
  readonly #anchors = new Map<string, Anchor>();
  readonly #rounds = new Map<string, Round>();
  readonly #live = new LiveBranch(this.#root);

  has(uuid: string): boolean {
    return this.#anchors.has(uuid);
  }

  /** The answer that the live branch ends with, when it is this one. */
  openRound(messageId: string): Round | null {
    const { round } = this.#live.tip;
    return round?.messageId === messageId ? round : null;
  }

  /** A line that only leads from one message to another. */
  link(line: TreeLine): void {
    this.#note(line.uuid, this.#anchorOf(line));
  }

  /** The boundary of a compaction: what follows continues the compacted branch, with a new ledger. */
  bound(line: TreeLine & { readonly logicalParentUuid: unknown }, boundary: CompactBoundary): void {
    const { uuid, logicalParentUuid: logical } = line;
    const before = typeof logical === "string" ? this.#anchors.get(logical) : undefined;
    this.#note(uuid, { node: before?.node ?? this.#live.tip, boundary, isOrphan: false });
  }

  /** A message, or another line that changes what the model is shown. @param ordinal its offset */
  place(line: MessagePlace, ordinal: number): Placement {
    const anchor = this.#anchorOf(line);
    // A boundary's summary may come behind messages that the compaction kept.
    const isAwaited = anchor.node.awaitsSummary;
    const compacts = line.compacts && anchor.boundary === null && !isAwaited;
    const boundary = compacts ? NO_BOUNDARY : anchor.boundary;
    const follows = compacts && line.parentUuid === null ? this.#live.tip : anchor.node;
    const { round, parent } =
      boundary === null ? this.#roundOf(line, follows) : { round: null, parent: follows };
    const node = nodeBehind(parent, line.uuid);
    this.#join(node, line, round);
    const rollback = this.#live.grow(parent, node, ordinal);
    if (boundary !== null) compact(node, ordinal);
    if (boundary !== null || line.compacts) node.awaitsSummary = !line.compacts;
    this.#note(line.uuid, { node, boundary: null, isOrphan: false });
    return { node, rollback, boundary, isOrphan: anchor.isOrphan };
  }

  /** A line that was there before and now has more: it continues its answer, the live one. */
  extend(round: Round, line: MessagePlace, ordinal: number): Placement {
    const { tip } = this.#live;
    const node = nodeBehind(tip, line.uuid);
    this.#join(node, line, round);
    this.#live.grow(tip, node, ordinal);
    return { node, rollback: null, boundary: null, isOrphan: false };
  }

  /** The newest message of the live branch. */
  get tip(): TreeNode {
    return this.#live.tip;
  }

  /**
   * What a message behind a line would continue.
   * @param uuid null: it would be a root
   */
  placeBehind(uuid: string | null): { readonly node: TreeNode; readonly compacts: boolean } {
    const { node, boundary } = this.#anchorOf({ uuid: null, parentUuid: uuid });
    return { node: node.round?.last ?? node, compacts: boundary !== null };
  }

  #anchorOf({ parentUuid }: TreeLine): Anchor {
    const node = parentUuid === undefined ? this.#live.tip : this.#root;
    const found = typeof parentUuid === "string" ? this.#anchors.get(parentUuid) : undefined;
    return found ?? { node, boundary: null, isOrphan: typeof parentUuid === "string" };
  }

  #note(uuid: string | null, anchor: Anchor): void {
    if (uuid !== null && !this.#anchors.has(uuid)) this.#anchors.set(uuid, anchor);
  }

  /** Which answer a line belongs to (null: none that there is), and what it follows. */
  #roundOf(
    line: MessagePlace,
    follows: TreeNode,
  ): { readonly round: Round | null; readonly parent: TreeNode } {
    const { round } = follows;
    if (round !== null) {
      if (belongs(line, round)) return { round, parent: round.last };
      // An answer to a call that has one: the conversation was taken up again at the call.
      const repeats = line.answers.some((id) => round.answered.includes(id));
      return { round: null, parent: repeats ? follows : round.last };
    }
    const known = line.messageId === null ? undefined : this.#rounds.get(line.messageId);
    if (known?.before === follows) return { round: known, parent: known.last };
    return { round: null, parent: follows };
  }

  #join(node: TreeNode, line: MessagePlace, known: Round | null): void {
    const { messageId, calls, answers } = line;
    const { parent } = node;
    let round = known;
    if (round === null && messageId !== null && parent !== null) {
      round = new Round(messageId, parent);
      this.#rounds.set(messageId, round);
    }
    if (round === null) return;
    node.round = round;
    round.last = node;
    round.calls.push(...calls);
    round.answered.push(...answers);
  }
}

/** The first message behind a compaction; older texts told nothing any more. */
function compact(node: TreeNode, ordinal: number): void {
  node.compactions += 1;
  node.compactedAt = ordinal;
  node.context = null;
}

function belongs(line: MessagePlace, round: Round): boolean {
  if (line.messageId !== null) return line.messageId === round.messageId;
  if (line.comesWith !== null) return round.calls.includes(line.comesWith);
  const { answers } = line;
  return (
    answers.length > 0 &&
    answers.every((id) => round.calls.includes(id) && !round.answered.includes(id))
  );
}
