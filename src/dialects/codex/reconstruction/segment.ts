import type { CompactionPlace } from "../../shared/event-facts.js";
import type { ContextRecord } from "../line-meaning.js";
import { EMPTY_CHAIN, type LedgerChain } from "./ledger-chain.js";

/** The place of a compaction among those that survive. */
export type CheckpointPlace = Pick<CompactionPlace, "windowNumber" | "previous">;

/** The contexts of one turn id in a segment. */
interface ContextSpan {
  readonly oldest: ContextRecord;
  newest: ContextRecord;
}

/** What a segment settles about baseline and settings, under the id that it has by now. */
export interface Settled {
  readonly baseline: ContextRecord | null;
  readonly settings: ContextRecord | null;
  readonly legacy: boolean;
}

/**
 * The lines from a `task_started` (or the file's beginning) on, as far as they were read: what they
 * make of what survives below them (docs/semantics.md §12.2-12.7).
 */
export class Segment {
  /** Lines from here on are not in it yet. */
  next: number;
  /** The ledger's lines, those below included. */
  chain: number;
  isUserTurn = false;
  /** What stays when all user turns are discarded; null: there was none, nor is this one. */
  beforeTurns: Surviving | null;
  /** Turns that rollbacks in it ask to discard. */
  pendingTurns = 0;
  /** Lines of context after its newest rollback, up to a message: they are of no discarded turn. */
  #contextLines: readonly number[] = [];
  #isAfterRollback = false;
  #withContext: {
    readonly from: Surviving;
    readonly lines: unknown;
    readonly to: Surviving;
  } | null = null;
  compactions = 0;
  newestCompaction: number | null = null;
  #compactionBefore: number | null = null;
  #newestIsLegacy = false;
  /** By turn id; null: contexts without one. */
  readonly #contexts = new Map<string | null, ContextSpan>();
  /** What it settles under the id below; null: it has to be found out anew. */
  #settled: Settled | null = null;
  #settledFor: string | null = null;

  /** @param below what survives of the lines before `start` */
  constructor(
    start: number,
    readonly below: Surviving,
  ) {
    this.next = start;
    this.chain = below.chain;
    this.beforeTurns = below.beforeTurns;
  }

  addRollback(turns: number): void {
    this.pendingTurns += turns;
    this.#contextLines = [];
    this.#isAfterRollback = true;
  }

  /** What comes now is of the turn again. */
  endContext(): void {
    this.#isAfterRollback = false;
  }

  addContextItem(line: number): void {
    if (this.#isAfterRollback) this.#contextLines = [...this.#contextLines, line];
  }

  /** What survives its rollbacks, with the context after them; the same for the same lines. */
  afterRollback(from: Surviving, ledgers: LedgerChain): Surviving {
    const lines = this.#contextLines;
    if (lines.length === 0) return from;
    if (this.#withContext?.from !== from || this.#withContext.lines !== lines) {
      const chain = lines.reduce((ledger, line) => ledgers.extend(ledger, line), from.chain);
      this.#withContext = { from, lines, to: { ...from, offset: null, chain } };
    }
    return this.#withContext.to;
  }

  addCompaction(line: number, isLegacy: boolean): void {
    this.#compactionBefore = this.newestCompaction ?? this.below.newestCompaction;
    this.newestCompaction = line;
    this.#newestIsLegacy = isLegacy;
    this.compactions++;
    this.#settled = null;
  }

  addContext(context: ContextRecord): void {
    const span = this.#contexts.get(context.turnId);
    if (span === undefined) {
      this.#contexts.set(context.turnId, { oldest: context, newest: context });
    } else span.newest = context;
    this.#settled = null;
  }

  becomeUserTurn(): void {
    if (this.isUserTurn) return;
    this.isUserTurn = true;
    if (this.beforeTurns === null) {
      this.beforeTurns = this.#untilNow();
      this.#contextLines = []; // it is there
    }
    this.#settled = null;
  }

  /** The context before the first message is no part of its turn (docs/semantics.md §12.4). */
  #untilNow(): Surviving {
    const { below, chain, newestCompaction } = this;
    if (chain === below.chain) return below;
    const compactions = below.compactions + this.compactions;
    const before = { ...below, offset: null, chain, compactions };
    if (newestCompaction === null) return before;
    return { ...before, newestCompaction, legacy: this.#newestIsLegacy, baseline: null };
  }

  /** The place of its newest compaction among those that survive. */
  get newestCheckpoint(): CheckpointPlace {
    const windowNumber = this.below.compactions + this.compactions;
    return { windowNumber, previous: this.#compactionBefore };
  }

  /** @param turnId the segment's id: of its newest line that has one; null: none has */
  settle(turnId: string | null): Settled {
    if (this.#settled === null || turnId !== this.#settledFor) {
      this.#settled = this.#settleAnew(turnId);
      this.#settledFor = turnId;
    }
    return this.#settled;
  }

  #settleAnew(turnId: string | null): Settled {
    const { below, newestCompaction } = this;
    const context = this.isUserTurn ? this.#matching(turnId) : null;
    const settings = context?.oldest ?? below.settings;
    const legacy = newestCompaction === null ? below.legacy : this.#newestIsLegacy;
    if (legacy) return { baseline: null, settings, legacy };
    if (context !== null && context.newest.line > (newestCompaction ?? -1)) {
      return { baseline: context.newest, settings, legacy };
    }
    return { baseline: newestCompaction === null ? below.baseline : null, settings, legacy };
  }

  /** Contexts without an id, and those whose id agrees (§12.5). */
  #matching(turnId: string | null): ContextSpan | null {
    const unnamed = this.#contexts.get(null) ?? null;
    const named = (turnId === null ? undefined : this.#contexts.get(turnId)) ?? null;
    if (unnamed === null || named === null) return unnamed ?? named;
    const oldest = unnamed.oldest.line < named.oldest.line ? unnamed.oldest : named.oldest;
    const newest = unnamed.newest.line > named.newest.line ? unnamed.newest : named.newest;
    return { oldest, newest };
  }
}

/** What survives of a beginning of the file, once its newest segment is closed. */
export interface Surviving {
  /** Where the folded state is this; null: nowhere, it has to be made again. */
  readonly offset: number | null;
  /** The lines of its ledger. */
  readonly chain: number;
  /** What survives below its newest surviving segment; null: there is no segment. */
  readonly below: Surviving | null;
  /** Whether that segment is a user turn. */
  readonly topIsUserTurn: boolean;
  /** Surviving user turns. */
  readonly userTurns: number;
  /** What precedes the message of the oldest user turn there ever was; null: there was none. */
  readonly beforeTurns: Surviving | null;
  readonly baseline: ContextRecord | null;
  readonly settings: ContextRecord | null;
  /** A legacy compaction survives that is not older than the base (docs/semantics.md §12.7). */
  readonly legacy: boolean;
  /** Surviving compactions. */
  readonly compactions: number;
  /** Line of the newest of them; null: none. */
  readonly newestCompaction: number | null;
  /** Line of the newest usage that counts; null: none. */
  readonly usage: number | null;
}

/** Before the first line. */
export const NOTHING_SURVIVES: Surviving = {
  offset: null,
  chain: EMPTY_CHAIN,
  below: null,
  topIsUserTurn: false,
  userTurns: 0,
  beforeTurns: null,
  baseline: null,
  settings: null,
  legacy: false,
  compactions: 0,
  newestCompaction: null,
  usage: null,
};

/**
 * Discards the newest user turns, fewer than there are, and all other segments that are newer than the
 * last one discarded (§12.4).
 */
export function discardTurns(from: Surviving, turns: number): Surviving {
  let surviving = from;
  for (let left = turns; left > 0 && surviving.below !== null;) {
    if (surviving.topIsUserTurn) left--;
    surviving = surviving.below;
  }
  return surviving;
}
