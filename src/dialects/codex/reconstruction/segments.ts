import { unreachable } from "../../../errors.js";
import { isContextMessage } from "../../../events/item-class.js";
import {
  type ContextRecord,
  entersLedger,
  type LineRole,
  opensSegment,
  segmentIdOf,
} from "../line-meaning.js";
import { type LedgerChain, NumberList } from "./ledger-chain.js";
import { discardTurns, Segment, type Settled, type Surviving } from "./segment.js";

/** One that is not kept is read again from its start, when it is asked for. */
const KEPT_SEGMENTS = 16;

/** What the newest lines come to: they survive on what is below them, or go with their turn. */
export type Outcome =
  | { readonly kind: "extends"; readonly segment: Segment; readonly settled: Settled }
  | { readonly kind: "discarded"; readonly surviving: Surviving };

/** What is kept of each line: a number. */
const OTHER_LINE = 0;
const ITEM_LINE = 1;
const REPLACEMENT_LINE = 2;
const LEGACY_LINE = 3;
const CONTEXT_LINE = 4;
const ROLLBACK_LINE = 5;
/** Added for a line that makes its segment a user turn (docs/semantics.md §12.3). */
const USER_TURN_FLAG = 16;
/** Added for an item that is context (§4.8, §4.9). */
const CONTEXT_FLAG = 32;

/** The lines so far, by segments (docs/semantics.md §12.2-12.4). Keeps numbers of each line. */
export class Segments {
  readonly #codes = new NumberList(Uint8Array);
  readonly #turns = new Map<number, number>();
  readonly #contexts = new Map<number, ContextRecord>();
  readonly #starts = new TurnStarts();
  readonly #below = new Map<number, Surviving>();
  readonly #segments = new Map<number, Segment>();

  /** @param before what survives of no lines */
  constructor(
    private readonly chain: LedgerChain,
    before: Surviving,
  ) {
    this.#below.set(FILE_START, before);
  }

  add(line: number, role: LineRole): void {
    this.#codes.push(codeOf(role));
    if (role.kind === "context") this.#contexts.set(line, role.context);
    if (role.kind === "rolled-back") this.#turns.set(line, role.turns);
    if (role.kind === "started") this.#starts.started(line, role.turnId);
    else if (opensSegment(role)) this.#starts.extended(line, segmentIdOf(role));
  }

  outcome(): Outcome {
    const segment = this.#newest();
    const { below, pendingTurns, beforeTurns } = segment;
    if (pendingTurns > 0 && beforeTurns !== null) {
      const own = segment.isUserTurn ? 1 : 0;
      const isAll = pendingTurns >= below.userTurns + own;
      const left = isAll ? beforeTurns : discardTurns(below, pendingTurns - own);
      return { kind: "discarded", surviving: segment.afterRollback(left, this.chain) };
    }
    const settled = segment.settle(this.#starts.idAfter(this.#starts.start));
    return { kind: "extends", segment, settled };
  }

  /**
   * Closes the lines before a `task_started`, as a turn that begins there finds them.
   * @param folded `offset`: where the folded state is that; null: nowhere
   */
  close(line: number, outcome: Outcome, folded: Pick<Surviving, "offset" | "usage">): void {
    const { below, isUserTurn, compactions, newestCompaction, beforeTurns } = this.#newest();
    if (outcome.kind === "discarded") {
      this.#below.set(line, { ...outcome.surviving, ...folded, beforeTurns });
      return;
    }
    this.#below.set(line, {
      ...below,
      ...folded,
      ...outcome.settled,
      beforeTurns,
      below,
      chain: outcome.segment.chain,
      topIsUserTurn: isUserTurn,
      userTurns: below.userTurns + (isUserTurn ? 1 : 0),
      compactions: below.compactions + compactions,
      newestCompaction: newestCompaction ?? below.newestCompaction,
    });
  }

  /** The newest segment, with all lines so far. */
  #newest(): Segment {
    const { start } = this.#starts;
    const segment = this.#segments.get(start) ?? this.#begin(start);
    while (segment.next < this.#codes.length) this.#extend(segment, segment.next++);
    return segment;
  }

  /** Few are kept: only when ids disagree does an older one become the newest again. */
  #begin(start: number): Segment {
    const below = this.#below.get(start) ?? this.#below.get(FILE_START);
    if (below === undefined) throw unreachable(`nothing was settled below line ${start}`);
    const segment = new Segment(start + 1, below);
    const [oldest] = this.#segments.keys();
    if (oldest !== undefined && this.#segments.size >= KEPT_SEGMENTS) this.#segments.delete(oldest);
    this.#segments.set(start, segment);
    return segment;
  }

  #extend(segment: Segment, line: number): void {
    const code = this.#codes.at(line) ?? OTHER_LINE;
    if ((code & USER_TURN_FLAG) !== 0) {
      segment.becomeUserTurn();
      segment.endContext();
    }
    switch (code & ~(USER_TURN_FLAG | CONTEXT_FLAG)) {
      case ITEM_LINE:
        segment.chain = this.chain.extend(segment.chain, line);
        if ((code & CONTEXT_FLAG) !== 0) segment.addContextItem(line);
        break;
      case REPLACEMENT_LINE:
      case LEGACY_LINE:
        segment.endContext();
        segment.chain = this.chain.extend(segment.chain, line);
        segment.addCompaction(line, code === LEGACY_LINE);
        break;
      case CONTEXT_LINE: {
        const context = this.#contexts.get(line);
        if (context !== undefined) segment.addContext(context);
        break;
      }
      case ROLLBACK_LINE:
        segment.addRollback(this.#turns.get(line) ?? 0);
        break;
    }
  }
}

function codeOf(role: LineRole): number {
  switch (role.kind) {
    case "item":
      if (role.item !== null && isContextMessage(role.item)) return ITEM_LINE | CONTEXT_FLAG;
      return (entersLedger(role) ? ITEM_LINE : OTHER_LINE) | (role.boundary ? USER_TURN_FLAG : 0);
    case "user-message":
      return OTHER_LINE | USER_TURN_FLAG;
    case "compacted":
      return role.items === null ? LEGACY_LINE : REPLACEMENT_LINE;
    case "context":
      return CONTEXT_LINE;
    case "rolled-back":
      return ROLLBACK_LINE;
    default:
      return OTHER_LINE;
  }
}

/** The file's beginning, as the start of a segment. */
const FILE_START = -1;

/**
 * Where the newest segment begins: at the newest `task_started` that closes the lines after it. One
 * closes them if their id and its own agree, or either is unknown; their id is that of the newest
 * line that has one (docs/semantics.md §12.2).
 */
class TurnStarts {
  /** Lines of `task_started` after which nothing is yet that they could close. */
  #open: { readonly line: number; readonly turnId: string | null }[] = [];
  #newestClosing = FILE_START;
  #newestUnnamed = FILE_START;
  readonly #newestNamed = new Map<string, number>();
  #newestId: { readonly line: number; readonly turnId: string } | null = null;

  started(line: number, turnId: string | null): void {
    this.#open.push({ line, turnId });
  }

  /** A line that makes or extends a segment; `turnId` where it names the segment's id. */
  extended(line: number, turnId: string | null): void {
    if (this.#open.length > 0) {
      for (const { line: closing, turnId: id } of this.#open) {
        this.#newestClosing = closing;
        if (id === null) this.#newestUnnamed = closing;
        else this.#newestNamed.set(id, closing);
      }
      this.#open = [];
    }
    if (turnId !== null) this.#newestId = { line, turnId };
  }

  /** Line of the `task_started`, or `FILE_START`. */
  get start(): number {
    const id = this.#newestId;
    if (id === null || this.#newestClosing > id.line) return this.#newestClosing;
    return Math.max(this.#newestNamed.get(id.turnId) ?? FILE_START, this.#newestUnnamed);
  }

  /** Id of the segment that begins at `start`; null: none of its lines has one. */
  idAfter(start: number): string | null {
    return this.#newestId !== null && this.#newestId.line > start ? this.#newestId.turnId : null;
  }
}
