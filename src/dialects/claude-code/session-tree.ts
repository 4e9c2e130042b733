import { joined } from "../shared/json.js";
import { LiveBranch, type Rollback } from "../shared/live-branch.js";
import { type KeptPart, type KeptPlace, KeptSegment } from "./kept-segment.js";
import {
  type CompactBoundary,
  type KeptRange,
  type MessagePlace,
  type PlacedLine,
  Round,
  type TreeLine,
  TreeNode,
} from "./tree-node.js";

/** Where a message was put, and what has to happen before it is folded. */
export interface Placement extends Anchor {
  /** The live leaf was another: the state is again what it was at `to`. */
  readonly rollback: Rollback | null;
  /** What was kept, while the message after which it goes has not come; else null. */
  readonly awaited: KeptSegment | null;
}

/** Where a uuid leads: the message that it is or hangs on, and what is in between. */
interface Anchor {
  readonly node: TreeNode;
  /** The message is the first after a compaction. */
  readonly boundary: CompactBoundary | null;
  /** What the compaction kept; null: nothing, or there is none. */
  readonly kept: KeptPart | null;
  readonly lost: Lost;
}

/**
 * Why a line does not follow what it names. `absent`: that does not stand before it in the file, and the line
 * follows the live branch, as far as it is there; `compacted`: the newest compaction kept none of it; null: it does.
 */
type Lost = "absent" | "compacted" | null;

const NO_BOUNDARY: CompactBoundary = { trigger: null, tokensBefore: null, keeps: null };

/**
 * The tree of messages, as far as the file goes. Live is the branch that ends at the newest message;
 * a message's place is settled when it comes, so the state at the offset where its branch was last
 * live is the state that a message after it continues (docs/claude-code.md). A compaction that keeps
 * messages gives those a second place, after its summary, and takes away all others before it.
 */
export class SessionTree {
  readonly #root = new TreeNode(null, null, { ordinal: -1, above: null });
  readonly #lines = new Map<string, PlacedLine & Anchor>();
  readonly #rounds = new Map<string, Round>();
  readonly #live = new LiveBranch(this.#root);
  #segment: KeptSegment | null = null;
  /** The line that was put newest: nearly every line names it as its parent. */
  #newest: { readonly uuid: string; readonly line: PlacedLine & Anchor } | null = null;

  has(uuid: string): boolean {
    return this.#lines.has(uuid);
  }

  /** The answer that the live branch ends with, when it is this one. */
  openRound(messageId: string): Round | null {
    const { round } = this.#live.tip;
    return round?.messageId === messageId ? round : null;
  }

  /** A line that only leads from one message to another. */
  link(line: TreeLine, ordinal: number): void {
    this.#note(line, this.#anchorOf(line), ordinal);
  }

  /**
   * The boundary of a compaction: what follows continues the compacted branch, with a new ledger.
   * @returns where the messages go that it keeps; null: it keeps none that could be found
   */
  bound(
    line: TreeLine & { readonly logicalParentUuid: unknown },
    boundary: CompactBoundary,
    ordinal: number,
  ): KeptSegment | null {
    const { uuid, logicalParentUuid: logical } = line;
    const before = typeof logical === "string" ? this.#find(logical) : null;
    const follows = before?.node ?? this.#live.tip;
    const kept = boundary.keeps === null ? null : this.keptBy(boundary.keeps);
    let part: KeptPart | null = null;
    if (boundary.keeps !== null && kept !== null) {
      const isFirst = boundary.keeps.anchorUuid === uuid;
      const anchorUuid = isFirst ? null : boundary.keeps.anchorUuid;
      const segment = new KeptSegment(boundary, { anchorUuid, follows, ordinal }, kept);
      this.#segment = segment;
      if (isFirst) part = { segment, standing: segment.messages.length, side: "before" };
    }
    const anchor = { node: follows, boundary, kept: part, lost: null };
    this.#note(line, anchor, ordinal);
    return kept === null ? null : this.#segment;
  }

  /** The lines that a compaction keeps, oldest first; null: they are not all there. */
  keptBy(range: KeptRange): readonly KeptPlace[] | null {
    const kept =
      range.by === "chain"
        ? this.#chain(range.headUuid, range.tailUuid)
        : this.#listed(range.uuids);
    return kept.length === 0 ? null : kept;
  }

  #listed(uuids: readonly string[]): readonly KeptPlace[] {
    return uuids.flatMap((uuid) => {
      const line = this.#lines.get(uuid);
      return line === undefined ? [] : [{ line, node: line.own }];
    });
  }

  /** A message, or another line that changes what the model is shown. @param ordinal its offset */
  place(line: MessagePlace, ordinal: number): Placement {
    const anchor = this.#anchorOf(line);
    const segment = this.#segmentBehind(line);
    // A boundary's summary may come after messages that the compaction kept.
    const isAwaited = anchor.node.branch.awaitsSummary;
    const compacts = line.compacts && anchor.boundary === null && !isAwaited;
    const boundary = anchor.boundary ?? segment?.boundary ?? (compacts ? NO_BOUNDARY : null);
    const follows = compacts && line.parentUuid === null ? this.#live.tip : anchor.node;
    const { round, parent } =
      boundary === null
        ? this.#roundOf(line, follows)
        : { round: openAt(line, anchor.kept), parent: follows };
    const node = new TreeNode(parent, line.uuid, { ordinal, above: this.#above(line) });
    this.#join(node, line, round);
    const rollback = this.#live.grow(parent, node, ordinal);
    if (boundary !== null) compact(node, ordinal);
    if (boundary !== null || line.compacts) {
      node.branch = { ...node.branch, awaitsSummary: !line.compacts };
    }
    if (line.uuid !== null) this.#put(line.uuid, node);
    const kept = segment === null ? anchor.kept : standBehind(node, segment);
    const awaited =
      node.branch.awaitsSummary && this.#segment?.placed === null ? this.#segment : null;
    return { node, rollback, boundary, kept, awaited, lost: anchor.lost };
  }

  /** A line that was there before and now has more: it continues its answer, the live one. */
  extend(round: Round, line: MessagePlace, ordinal: number): Placement {
    const { tip } = this.#live;
    const node = new TreeNode(tip, line.uuid, { ordinal, above: this.#above(line) });
    this.#join(node, line, round);
    this.#live.grow(tip, node, ordinal);
    const first = line.uuid === null ? null : (this.#lines.get(line.uuid)?.own ?? null);
    const before = first === null ? null : lastLineOf(first);
    if (before !== null) before.continuedBy = node;
    return { node, rollback: null, boundary: null, kept: null, awaited: null, lost: null };
  }

  /**
   * The conversation ends at an earlier line from now on.
   * @param uuid of the line; null: nothing is left
   * @returns null: it ends there already; `unread`: the line is not in the file, or one that a compaction kept
   */
  rewind(uuid: string | null, ordinal: number): Rollback | "unread" | null {
    const { node, boundary, lost } = this.#anchorOf({ uuid: null, parentUuid: uuid });
    if (boundary !== null || lost === "absent") return "unread";
    return this.#live.goBack(node.round?.last ?? node, ordinal);
  }

  /** The newest message of the live branch. */
  get tip(): TreeNode {
    return this.#live.tip;
  }

  /**
   * What a message after a line would continue.
   * @param uuid null: it would be a root
   */
  placeAfter(uuid: string | null): { readonly node: TreeNode; readonly compacts: boolean } {
    const { node, boundary } = this.#anchorOf({ uuid: null, parentUuid: uuid });
    return { node: node.round?.last ?? node, compacts: boundary !== null };
  }

  #anchorOf({ parentUuid }: TreeLine): Anchor {
    if (parentUuid === undefined) return plainAnchor(this.#live.tip);
    if (parentUuid === null) return plainAnchor(this.#root);
    const found = this.#find(parentUuid);
    if (found !== null) return found;
    return this.#lines.has(parentUuid)
      ? plainAnchor(this.#root, "compacted")
      : plainAnchor(this.#live.tip, "absent");
  }

  /** Where a line leads; null: it is not in the file, or went with a compaction. */
  #find(uuid: string): Anchor | null {
    const segment = this.#segment;
    const line = this.#lineOf(uuid);
    if (segment === null || line === null) return line;
    const standing = segment.standingAt(line);
    if (standing !== null) return anchorAt(segment, standing);
    return line.ordinal < segment.place.ordinal ? null : line;
  }

  #note(line: TreeLine, { node, boundary, kept, lost }: Anchor, ordinal: number): void {
    if (line.uuid === null) return;
    const above = this.#above(line);
    this.#put(line.uuid, { node, boundary, kept, lost, own: null, above, ordinal });
  }

  #put(uuid: string, line: PlacedLine & Anchor): void {
    this.#lines.set(uuid, line);
    this.#newest = { uuid, line };
  }

  #lineOf(uuid: string): (PlacedLine & Anchor) | null {
    if (uuid === this.#newest?.uuid) return this.#newest.line;
    return this.#lines.get(uuid) ?? null;
  }

  #above({ parentUuid }: TreeLine): PlacedLine | null {
    return typeof parentUuid === "string" ? this.#lineOf(parentUuid) : null;
  }

  /** Lines from one to another, oldest first; empty when the first is not above the last. */
  #chain(headUuid: string, tailUuid: string): readonly KeptPlace[] {
    const head = this.#lines.get(headUuid);
    const chain: KeptPlace[] = [];
    let at: PlacedLine | null = this.#lines.get(tailUuid) ?? null;
    for (; at !== null; at = at.above) {
      chain.push({ line: at, node: at.own });
      if (at === head) return chain.reverse();
    }
    return [];
  }

  /** What has to be after a message: what the newest compaction kept. */
  #segmentBehind({ uuid }: TreeLine): KeptSegment | null {
    const segment = this.#segment;
    const isAnchor = uuid !== null && segment?.place.anchorUuid === uuid;
    return isAnchor && segment.placed === null ? segment : null;
  }

  /** Which answer a line belongs to (null: none that there is), and what it follows. */
  #roundOf(
    line: MessagePlace,
    follows: TreeNode,
  ): { readonly round: Round | null; readonly parent: TreeNode } {
    const { round } = follows;
    if (round !== null) {
      const isOpen = round.last === this.#live.tip;
      if (line.isAttached ? isOpen : belongs(line, round)) return { round, parent: round.last };
      // An answer to a call that has one: the conversation was taken up again at the call.
      const repeats = line.answers.some((id) => round.answered.includes(id));
      return { round: null, parent: repeats ? follows : round.last };
    }
    const known = line.messageId === null ? undefined : this.#rounds.get(line.messageId);
    if (known?.before === follows) return { round: known, parent: known.last };
    return { round: null, parent: follows };
  }

  #join(node: TreeNode, line: MessagePlace, known: Round | null): void {
    const { messageId, requestId, calls, answers } = line;
    const { parent } = node;
    let round = known;
    if (round === null && messageId !== null && parent !== null) {
      const earlier = this.#rounds.get(messageId);
      round = new Round(messageId, parent, requestId);
      if (earlier?.isContinuedBy(round) === true) round.usage = earlier.usage;
      this.#rounds.set(messageId, round);
    }
    if (round === null) return;
    node.round = round;
    round.last = node;
    round.calls = joined(round.calls, calls);
    round.answered = joined(round.answered, answers);
  }
}

/** The first message after a compaction; older texts told nothing any more. */
function compact(node: TreeNode, ordinal: number): void {
  const { branch } = node;
  const compactions = branch.compactions + 1;
  node.branch = { ...branch, compactions, compactedAt: ordinal, context: null };
}

/** A message with kept ones after it: what follows the newest of those continues its answer. */
function standBehind(node: TreeNode, segment: KeptSegment): KeptPart {
  segment.placed = node;
  const round = segment.messages.at(-1)?.round ?? null;
  if (round !== null) {
    node.round = round;
    round.last = node;
    round.growing = null;
  }
  return { segment, standing: segment.messages.length, side: "behind" };
}

/** Behind a kept message. */
function anchorAt(segment: KeptSegment, standing: number): Anchor {
  const { placed, boundary, place } = segment;
  if (placed !== null && standing === segment.messages.length) return plainAnchor(placed);
  const kept = { segment, standing, side: "before" as const };
  return { node: place.follows, boundary, kept, lost: null };
}

/** The answer that the kept messages before a line end with, when the line is part of it. */
function openAt(line: MessagePlace, kept: KeptPart | null): Round | null {
  const round = kept?.segment.messages[kept.standing - 1]?.round ?? null;
  return round !== null && belongs(line, round) ? round : null;
}

function lastLineOf(first: TreeNode): TreeNode {
  let last = first;
  while (last.continuedBy !== null) last = last.continuedBy;
  return last;
}

function plainAnchor(node: TreeNode, lost: Lost = null): Anchor {
  return { node, boundary: null, kept: null, lost };
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
