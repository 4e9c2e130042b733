import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { UsageState } from "../../events/slices.js";
import { initialLedger } from "../../reducers/ledger.js";
import { initialUsage, reduceUsage } from "../../reducers/usage.js";
import { ignoreEvidence } from "../shared/evidence.js";
import { EMPTY_LEDGER, type LedgerIds } from "../shared/export-ledger.js";
import { entersLedger, type LineMeaning, segmentIdOf } from "./line-meaning.js";
import { readLineMeaning } from "./read-line.js";
import { ReplayedLedger } from "./replayed-ledger.js";
import { Reconstruction, type Rollback, type Settlement } from "./reconstruction/reconstruction.js";
import { contextKey, envelopeOf, PolicyRecord, readTurnContext } from "./turn-context.js";
import { WrittenTurns } from "./written-turns.js";

/** What a reader makes of the lines up to one. */
interface WrittenState {
  readonly ledger: number;
  /** The `contextKey` of the baseline; null: none. */
  readonly baseline: string | null;
  readonly usage: UsageState;
}

const START: WrittenState = {
  ledger: EMPTY_LEDGER,
  baseline: null,
  usage: initialUsage,
};

/** No fact of a single line is an edit. */
const UNCHANGED = { ledger: initialLedger, ledgerBefore: initialLedger, thread: null };

/**
 * What a reader makes of the lines that were written so far: each is read as the decoder reads it,
 * so that a writer sees where the rollout and the thread part.
 */
export class WrittenRollout {
  readonly #policies = new PolicyRecord(null);
  readonly #turns = new WrittenTurns(EMPTY_LEDGER);
  readonly #replayed: ReplayedLedger;
  /** By line. */
  readonly #states: WrittenState[] = [];
  /** What each context line says. */
  readonly #contexts = new Map<number, string | null>();
  #newestUsage = initialUsage;
  #newestTitle: string | null = null;
  #reconstruction: Reconstruction | null = null;
  #isBare = false;
  #turnId: string | null = null;
  #isDiscarded = false;

  constructor(private readonly ids: LedgerIds) {
    this.#replayed = new ReplayedLedger(ids);
  }

  /** The number of lines. */
  get lines(): number {
    return this.#states.length;
  }

  /** What a reader makes of all of them. */
  get state(): WrittenState {
    return this.#states.at(-1) ?? START;
  }

  /** By the newest report, also of a turn that is rolled back: what Codex itself goes by. */
  get newestUsage(): UsageState {
    return this.#newestUsage;
  }

  /** By the newest name, also of a turn that is rolled back: what a reader and Codex itself go by. */
  get newestTitle(): string | null {
    return this.#newestTitle;
  }

  /** The id by which the newest lines are known as one turn; null: none of them has one. */
  get turnId(): string | null {
    return this.#turnId;
  }

  /** True if what follows would be lost, being of a turn that is rolled back: start another first. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** The same of a checkpoint, which to Codex may be of that turn even where the decoder keeps it. */
  get losesCheckpoint(): boolean {
    return this.#isDiscarded || this.#replayed.isAfterRollback;
  }

  /** Whether the newest lines are a user's turn, in which alone a context counts. */
  get isUserTurn(): boolean {
    return this.#turns.isUserTurn && !this.#isDiscarded;
  }

  /** Whether that is the ledger of whoever reads them: the decoder, and Codex itself. */
  hasLedger(ledger: number): boolean {
    return this.state.ledger === ledger && this.#replayed.ledger === ledger;
  }

  /** How many user turns have to be discarded for a ledger; null: no number does it. */
  turnsBackTo(ledger: number): number | null {
    const turns = this.#turns.turnsBackTo(ledger);
    if (turns === null || this.#turns.haveCompaction(turns)) return null;
    return this.#replayed.ledgerBehind(turns) === ledger ? turns : null;
  }

  /** How an item would be in the ledger if it were written now; null: not at all. */
  keyOf(payload: unknown): string | null {
    const { fact } = this.#read({ timestamp: "", type: "response_item", payload }, this.lines);
    return fact?.type === "item.recorded" ? this.ids.keyOf(fact.data.item) : null;
  }

  /**
   * Takes the next line.
   * @param known the ledger after it, where the thread's own events tell it
   */
  take(object: JsonObject, known?: number): void {
    const line = this.lines;
    if (line === 0) this.#isBare = object.payload === undefined;
    const meaning = this.#read(object, line);
    this.#reconstruction ??= new Reconstruction(entersLedger(meaning.role));
    if (meaning.role.kind === "context") this.#noteContext(line, object);
    const before = this.state.ledger;
    const settlement = this.#reconstruction.next(meaning.role);
    const state = this.#stateAfter(meaning, settlement);
    this.#states.push(known === undefined ? state : { ...state, ledger: known });
    this.#replay(meaning, settlement, before);
    this.#follow(meaning, settlement, before);
  }

  #read(object: JsonObject, line: number): LineMeaning {
    const policy = this.#policies.newest;
    return readLineMeaning(object, line, { isBare: this.#isBare, policy, keep: ignoreEvidence });
  }

  #noteContext(line: number, { payload }: JsonObject): void {
    if (!isJsonObject(payload)) return;
    const context = readTurnContext(payload);
    if (context !== null) this.#policies.note(line, context);
    this.#contexts.set(line, contextKey(envelopeOf(payload)));
  }

  #stateAfter(meaning: LineMeaning, settlement: Settlement): WrittenState {
    const { fact } = meaning;
    const before =
      settlement.rollback === null ? this.state : this.#rolledBack(settlement.rollback);
    let { usage } = before;
    const isUsage = fact?.type === "usage.reported" || fact?.type === "turn.started";
    if (isUsage && settlement.own === "folded") {
      const event = { ...fact, offset: this.lines, at: "", firstIndex: null };
      usage = reduceUsage(usage, event, UNCHANGED);
      if (fact.type === "usage.reported") this.#newestUsage = usage;
    }
    if (fact?.type === "thread.renamed") this.#newestTitle = fact.data.title;
    const ledger = this.#ledgerAfter(before.ledger, meaning, settlement);
    return { ledger, baseline: this.#baselineAfter(before, meaning, settlement), usage };
  }

  #rolledBack({ to, clears, copies, usage }: Rollback): WrittenState {
    const state = this.#states[to] ?? START;
    const isThere = !clears && copies.length === 0;
    return {
      ...state,
      ledger: isThere ? state.ledger : this.ids.unlike(),
      usage: this.#states[usage ?? to]?.usage ?? initialUsage,
    };
  }

  #ledgerAfter(before: number, meaning: LineMeaning, { own, trimmed }: Settlement): number {
    if (trimmed !== null) return trimmed.length === 0 ? before : this.ids.unlike();
    if (own === "set-aside") return before;
    const { fact, compaction, role } = meaning;
    if (compaction === null) {
      if (!entersLedger(role) || fact?.type !== "item.recorded") return before;
      return this.ids.extend(before, fact.data.item);
    }
    if (compaction.replacement === null) return this.ids.unlike();
    return this.ids.of(compaction.replacement.map(({ item }) => item));
  }

  #baselineAfter(
    before: WrittenState,
    { compaction }: LineMeaning,
    { own, trimmed, baseline }: Settlement,
  ): string | null {
    if (baseline === null) return null;
    if (baseline !== undefined) return this.#contexts.get(baseline.line) ?? null;
    const clears = trimmed !== null || (compaction !== null && own === "folded");
    return clears ? null : before.baseline;
  }

  #replay({ role }: LineMeaning, settlement: Settlement, before: number): void {
    if (role.kind === "inert" || role.kind === "usage") return;
    const losesBase = role.kind === "rolled-back" && this.#turns.haveCompaction(role.turns);
    const decoded = { settlement, before, after: this.state.ledger };
    this.#replayed.take(this.lines - 1, role, { decoded, losesBase });
  }

  #follow({ role }: LineMeaning, { own }: Settlement, before: number): void {
    if (role.kind === "inert" || role.kind === "usage") return;
    this.#isDiscarded = own === "set-aside";
    this.#turns.named(segmentIdOf(role));
    if (role.kind === "compacted") this.#turns.compacted();
    if (role.kind === "started") {
      this.#turns.started(before, role.turnId);
      this.#turnId = role.turnId;
    } else if (role.kind === "rolled-back") {
      this.#turns.discard(role.turns);
    } else if (own === "folded") {
      this.#turnId = segmentIdOf(role) ?? this.#turnId;
      if (role.kind === "user-message" || (role.kind === "item" && role.boundary)) {
        this.#turns.becomeUserTurn();
      }
    }
  }
}
