import { Unreachable } from "../../../errors.js";
import { IntColumn } from "./int-column.js";
import type { LedgerChain } from "./ledger-chain.js";
import { LineMap } from "./line-map.js";
import {
  codeOf,
  CONTEXT_LINE,
  ITEM_LINE,
  LEGACY_LINE,
  REPLACEMENT_LINE,
  ROLLBACK_LINE,
  USER_TURN_FLAG,
} from "./line-codes.js";
import { opensSegment, segmentIdOf, type ContextRecord, type LineRole } from "./line-role.js";
import { Segment, type Settled } from "./segment.js";
import { SharedTexts } from "./shared-texts.js";
import { discardTurns, survivingAt, type Surviving } from "./surviving.js";
import { FILE_START, TurnStarts } from "./turn-starts.js";

/** One that is not kept is read again from its start, when it is asked for. */
const KEPT_SEGMENTS = 16;

/** What the newest lines come to: they survive on what is below them, or go with their turn. */
export type Outcome =
  | { readonly kind: "extends"; readonly segment: Segment; readonly settled: Settled }
  | { readonly kind: "discarded"; readonly surviving: Surviving };

/** The lines so far, by segments (docs/semantics.md §12.2-12.4). Keeps numbers of each line. */
export class Segments {
  readonly #codes = new IntColumn(1);
  readonly #turns = new LineMap<number>();
  readonly #contexts = new LineMap<ContextRecord>();
  readonly #starts = new TurnStarts();
  readonly #below = new LineMap<Surviving>();
  readonly #texts = new SharedTexts();
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
    if (role.kind === "context") this.#contexts.set(line, this.#shared(role.context));
    if (role.kind === "rolled-back") this.#turns.set(line, role.turns);
    if (role.kind === "started") this.#starts.started(line, this.#texts.share(role.turnId));
    else if (opensSegment(role)) this.#starts.extended(line, segmentIdOf(role));
  }

  #shared({ line, turnId, model, realtimeActive }: ContextRecord): ContextRecord {
    const { share } = this.#texts;
    return { line, turnId: share(turnId), model: share(model), realtimeActive };
  }

  outcome(): Outcome {
    const segment = this.#newest();
    const { below, isUserTurn, pendingTurns } = segment;
    if (pendingTurns > 0 && isUserTurn) {
      return { kind: "discarded", surviving: discardTurns(below, pendingTurns - 1) };
    }
    if (pendingTurns > 0 && below.beforeTurns !== null) {
      return { kind: "discarded", surviving: discardTurns(below, pendingTurns) };
    }
    const settled = segment.settle(this.#starts.idBehind(this.#starts.start));
    return { kind: "extends", segment, settled };
  }

  /**
   * Closes the lines before a `task_started`, as a turn that begins there finds them.
   * @param folded `offset`: where the folded state is that; null: nowhere
   */
  close(line: number, outcome: Outcome, folded: Pick<Surviving, "offset" | "usage">): void {
    const { below, isUserTurn, compactions, newestCompaction } = this.#newest();
    const beforeTurns = below.beforeTurns ?? (isUserTurn ? below : null);
    if (outcome.kind === "discarded") {
      this.#below.set(line, survivingAt(outcome.surviving, { ...folded, beforeTurns }));
      return;
    }
    const { baseline, settings, legacy } = outcome.settled;
    this.#below.set(line, {
      offset: folded.offset,
      chain: outcome.segment.chain,
      below,
      topIsUserTurn: isUserTurn,
      userTurns: below.userTurns + (isUserTurn ? 1 : 0),
      beforeTurns,
      baseline,
      settings,
      legacy,
      compactions: below.compactions + compactions,
      newestCompaction: newestCompaction ?? below.newestCompaction,
      usage: folded.usage,
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
    const segment = new Segment(start + 1, this.#belowOf(start));
    const [oldest] = this.#segments.keys();
    if (oldest !== undefined && this.#segments.size >= KEPT_SEGMENTS) this.#segments.delete(oldest);
    this.#segments.set(start, segment);
    return segment;
  }

  #belowOf(start: number): Surviving {
    const below = this.#below.get(start) ?? this.#below.get(FILE_START);
    if (below === undefined) throw new Unreachable(`nothing was settled below line ${start}`);
    return below;
  }

  #extend(segment: Segment, line: number): void {
    const code = this.#codes.at(line);
    if ((code & USER_TURN_FLAG) !== 0) segment.becomeUserTurn();
    switch (code & ~USER_TURN_FLAG) {
      case ITEM_LINE:
        segment.chain = this.chain.extend(segment.chain, line);
        break;
      case REPLACEMENT_LINE:
      case LEGACY_LINE:
        segment.chain = this.chain.extend(segment.chain, line);
        segment.addCompaction(line, code === LEGACY_LINE);
        break;
      case CONTEXT_LINE: {
        const context = this.#contexts.get(line);
        if (context !== undefined) segment.addContext(context);
        break;
      }
      case ROLLBACK_LINE:
        segment.pendingTurns += this.#turns.get(line) ?? 0;
        break;
    }
  }
}
