import type { ItemRef } from "../../../events/primitives.js";
import { type ContextRecord, entersLedger, INERT, type LineRole } from "../line-meaning.js";
import { EMPTY_CHAIN, LedgerChain } from "./ledger-chain.js";
import { LedgerSurgery } from "./ledger-surgery.js";
import { type CheckpointPlace, NOTHING_SURVIVES, type Segment, type Surviving } from "./segment.js";
import { type Outcome, Segments } from "./segments.js";

/** How one line changes what Codex would reconstruct, said in facts of ours. */
export interface Settlement {
  /**
   * `folded`: the line's own fact counts; `set-aside`: the line belongs to what was discarded.
   * With a rollback, a fact that counts is folded after it.
   */
  readonly own: "folded" | "set-aside";
  /** The state is again what it was there; null: no rollback. */
  readonly rollback: Rollback | null;
  /** A rollback's surgery on the ledger: what went from it; null: none. */
  readonly trimmed: readonly ItemRef[] | null;
  /** What becomes of the baseline; undefined: nothing. */
  readonly baseline: ContextRecord | null | undefined;
  /** What becomes of the previous turn's settings; undefined: nothing. */
  readonly settings: ContextRecord | null | undefined;
  /** For a compaction that counts: its place among those that survive. */
  readonly checkpoint: CheckpointPlace | null;
}

export interface Rollback {
  readonly to: number;
  /** True when the ledger has to be emptied then: even the first line's items went. */
  readonly clears: boolean;
  /** Lines whose ledger facts have to be repeated then, oldest first; never the line itself. */
  readonly copies: readonly number[];
  /** Line of the newest usage that counts, where it has to be repeated; null: nowhere. */
  readonly usage: number | null;
  /** Compactions that survive then, those among `copies` included. */
  readonly compactions: number;
}

/** A line that changes nothing but what its own fact says. */
const FOLDED: Settlement = {
  own: "folded",
  rollback: null,
  trimmed: null,
  baseline: undefined,
  settings: undefined,
  checkpoint: null,
};

/** A line of a turn that is discarded already. */
const SET_ASIDE: Settlement = { ...FOLDED, own: "set-aside" };

/**
 * Reads the roles of a session's lines in order and says for each how history, baseline and settings
 * change, so that the fold of every beginning of the file is what Codex would reconstruct from it
 * (docs/semantics.md §10.5-10.7, §12). Codex scans backward; here a segment's start is known at
 * once, what survives below it was settled when it began, and a discarded turn is a rollback to the
 * line before it. When a later line merges or splits segments, the ledger that is wanted then is
 * compared with the one that is there, and made again where they differ.
 */
export class Reconstruction {
  readonly #chain = new LedgerChain();
  readonly #state = new FoldedState();
  readonly #segments: Segments;
  /** Null once the session has lifecycle lines. */
  #surgery: LedgerSurgery | null = new LedgerSurgery();
  #newestRollback = -1;
  #next = 0;

  /** @param firstIsInLedger the first line has items itself, so that no state is without any */
  constructor(firstIsInLedger: boolean) {
    const offset = firstIsInLedger ? null : 0;
    this.#segments = new Segments(this.#chain, { ...NOTHING_SURVIVES, offset });
  }

  /** @param role of the next line; the line's number is its event's offset */
  next(role: LineRole): Settlement {
    const line = this.#next++;
    this.#segments.add(line, role);
    const settlement = this.#settle(line, role);
    this.#chain.reached(this.#state.chain, line);
    return settlement;
  }

  /** Passes over a line that was taken back: no state since is told from it. */
  skip(): void {
    this.#segments.add(this.#next++, INERT);
  }

  #settle(line: number, role: LineRole): Settlement {
    if (role.kind === "inert") return FOLDED;
    if (role.kind === "usage") {
      this.#state.usage = line;
      return FOLDED;
    }
    if (role.kind === "rolled-back") this.#newestRollback = line;
    if (role.kind === "started") return this.#start(line);
    if (this.#surgery !== null) return this.#operate(line, role, this.#surgery);
    return this.#reach(line, role, this.#segments.outcome());
  }

  /** A turn starts: what came before is closed, should later lines close it. */
  #start(line: number): Settlement {
    const outcome = this.#segments.outcome();
    // From the first lifecycle line on, segments count for what came before it too.
    const settlement = this.#surgery === null ? FOLDED : this.#reach(line, INERT, outcome);
    this.#surgery = null;
    const { rollback } = settlement;
    const offset = rollback === null ? Math.max(0, line - 1) : stateOf(rollback);
    this.#segments.close(line, outcome, { offset, usage: this.#state.usage });
    return { ...settlement, own: "folded" };
  }

  /** Without lifecycle lines the ledger itself is operated on; the rest follows the one segment. */
  #operate(line: number, role: LineRole, surgery: LedgerSurgery): Settlement {
    const outcome = this.#segments.outcome();
    const trimmed = this.#operateOn(surgery, line, role);
    if (trimmed === null) this.#fold(line, role);
    const settled = outcome.kind === "extends" ? outcome.settled : NOTHING_SURVIVES;
    const checkpoint = newestCheckpoint(role, outcome);
    return settlementOf({ trimmed, checkpoint, rollback: null }, this.#state.tell(settled));
  }

  #operateOn(surgery: LedgerSurgery, line: number, role: LineRole): readonly ItemRef[] | null {
    if (role.kind === "item" && role.item !== null) {
      surgery.record(line === 0 ? [0, 0] : line, role.item);
    } else if (role.kind === "compacted") {
      if (role.items === null) surgery.rebuild(line, role.summary);
      else surgery.rebase(line, role.items);
    } else if (role.kind === "rolled-back" && role.turns > 0) {
      const trimmed = surgery.rollback(role.turns);
      if (trimmed.length > 0) this.#state.chain = this.#chain.extend(this.#state.chain, line);
      this.#state.clearBaseline();
      return trimmed;
    }
    return null;
  }

  /** Brings the folded state to an outcome. */
  #reach(line: number, role: LineRole, outcome: Outcome): Settlement {
    if (outcome.kind === "discarded") return this.#discard(line, role, outcome.surviving);
    const { segment, settled } = outcome;
    this.#state.discarded = null;
    let rollback: Rollback | null = null;
    if (this.#chainWith(line, role) === segment.chain) this.#fold(line, role);
    else {
      const before = segment.newestCheckpoint.windowNumber - (role.kind === "compacted" ? 1 : 0);
      rollback = this.#remake(line, segment.chain, before);
    }
    const checkpoint = newestCheckpoint(role, outcome);
    return settlementOf({ trimmed: null, checkpoint, rollback }, this.#state.tell(settled));
  }

  #discard(line: number, role: LineRole, surviving: Surviving): Settlement {
    const state = this.#state;
    if (state.discarded === surviving) return SET_ASIDE;
    const isContext = state.discarded !== null && this.#chainWith(line, role) === surviving.chain;
    state.discarded = surviving;
    if (isContext) {
      this.#fold(line, role);
      return FOLDED;
    }
    const { offset, chain, compactions, usage } = surviving;
    // What was used after the rollback is none of what it discarded.
    if (state.usage === null || state.usage < this.#newestRollback) state.usage = usage;
    if (offset === null) {
      const rollback = this.#remake(line, chain, compactions);
      return { ...SET_ASIDE, rollback, ...state.tell(surviving) };
    }
    state.become(chain, surviving);
    const rollback = { to: offset, clears: false, copies: [], compactions };
    return { ...SET_ASIDE, rollback: { ...rollback, usage: this.#usageBehind(offset) } };
  }

  /** The shortest way to a ledger that the state is not at; `line` itself is no copy. */
  #remake(line: number, chain: number, compactions: number): Rollback {
    const { offset, lines } = this.#chain.wayTo(chain);
    this.#state.become(chain, null);
    const copies = lines.filter((copied) => copied !== line);
    const to = offset ?? 0;
    return { to, clears: offset === null, copies, usage: this.#usageBehind(to), compactions };
  }

  /** The usage that a rollback to there would lose. */
  #usageBehind(offset: number): number | null {
    const { usage } = this.#state;
    return usage !== null && usage > offset ? usage : null;
  }

  #chainWith(line: number, role: LineRole): number {
    const { chain } = this.#state;
    return entersLedger(role) ? this.#chain.extend(chain, line) : chain;
  }

  #fold(line: number, role: LineRole): void {
    this.#state.chain = this.#chainWith(line, role);
    if (role.kind === "compacted") this.#state.clearBaseline();
  }
}

/** Where the folded state is the one after a rollback; null: nowhere, parts are told anew. */
function stateOf({ to, clears, copies, usage }: Rollback): number | null {
  return clears || copies.length > 0 || usage !== null ? null : to;
}

/** Most lines change nothing but what they say themselves: one object stands for all of those. */
function settlementOf(
  edit: Pick<Settlement, "trimmed" | "checkpoint" | "rollback">,
  told: Told,
): Settlement {
  const isPlain = edit.trimmed === null && edit.checkpoint === null && edit.rollback === null;
  return isPlain && told === NOTHING_TOLD ? FOLDED : { ...FOLDED, ...edit, ...told };
}

function newestCheckpoint(role: LineRole, outcome: Outcome): Segment["newestCheckpoint"] | null {
  if (role.kind !== "compacted" || outcome.kind !== "extends") return null;
  return outcome.segment.newestCheckpoint;
}

type Known = ContextRecord | null;

type Told = Pick<Settlement, "baseline" | "settings">;
const NOTHING_TOLD: Told = { baseline: undefined, settings: undefined };

/** What the events so far fold to, as far as the rules of reconstruction ask. */
class FoldedState {
  chain = EMPTY_CHAIN;
  /** What survives, while the newest lines are discarded; null: they are not. */
  discarded: Surviving | null = null;
  /** Line of the newest usage that counts, also when the ledger is made again; null: none. */
  usage: number | null = null;
  /** `unknown`: it has to be said anew. */
  #baseline: Known | "unknown" = null;
  #settings: Known | "unknown" = null;

  /** A fact did it: a compaction, or a trimming that clears. */
  clearBaseline(): void {
    this.#baseline = null;
  }

  /** A rollback brought back another state; what became of the usage, the caller knows. */
  become(chain: number, known: Pick<Surviving, "baseline" | "settings"> | null): void {
    this.chain = chain;
    this.#baseline = known === null ? "unknown" : known.baseline;
    this.#settings = known === null ? "unknown" : known.settings;
  }

  /** What has to be said so that baseline and settings are these. */
  tell(wanted: { readonly baseline: Known; readonly settings: Known }): Told {
    const { baseline, settings } = wanted;
    const hasBaseline = this.#baseline === baseline;
    const hasSettings = isSame(this.#settings, settings);
    this.#baseline = baseline;
    this.#settings = settings;
    if (hasBaseline && hasSettings) return NOTHING_TOLD;
    return {
      baseline: hasBaseline ? undefined : baseline,
      settings: hasSettings ? undefined : settings,
    };
  }
}

function isSame(before: Known | "unknown", after: Known): boolean {
  if (before === after) return true;
  if (before === null || before === "unknown" || after === null) return false;
  return before.model === after.model && before.realtimeActive === after.realtimeActive;
}
