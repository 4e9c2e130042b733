import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { UsageState } from "../../events/slices.js";
import { initialLedger } from "../../reducers/ledger.js";
import { initialUsage, reduceUsage } from "../../reducers/usage.js";
import { EMPTY_LEDGER, type LedgerIds } from "../shared/export-ledger.js";
import { entersLedger, type LineMeaning } from "./line-meaning.js";
import { readLineMeaning } from "./read-line.js";
import { Reconstruction } from "./reconstruction/reconstruction.js";
import type { Rollback, Settlement } from "./reconstruction/settlement.js";
import { contextKey, envelopeOf, PolicyRecord, readTurnContext } from "./turn-context.js";

/** Whoever writes an item has its evidence already. */
const ignoreEvidence = (): void => undefined;

/** No fact of a single line is an edit. */
const UNCHANGED = { ledger: initialLedger, ledgerBefore: initialLedger, thread: null };

/**
 * What a reader makes of the lines that were written so far: each is read as the decoder reads it,
 * so that a writer sees where the rollout and the thread part.
 */
export class WrittenRollout {
  readonly #policies = new PolicyRecord(null);
  readonly #turns = new TurnStack(EMPTY_LEDGER);
  /** By line. */
  readonly #ledgers: number[] = [];
  readonly #baselines: (string | null)[] = [];
  readonly #usages: UsageState[] = [];
  #newestUsage = initialUsage;
  readonly #titles: (string | null)[] = [];
  #newestTitle: string | null = null;
  /** What each context line says. */
  readonly #contexts = new Map<number, string | null>();
  #reconstruction: Reconstruction | null = null;
  #isBare = false;
  #turnId: string | null = null;
  #isDiscarded = false;

  constructor(private readonly ids: LedgerIds) {}

  /** The number of lines. */
  get lines(): number {
    return this.#ledgers.length;
  }

  get ledger(): number {
    return this.#ledgers.at(-1) ?? EMPTY_LEDGER;
  }

  /** The `contextKey` of the baseline; null: none. */
  get baseline(): string | null {
    return this.#baselines.at(-1) ?? null;
  }

  get usage(): UsageState {
    return this.#usages.at(-1) ?? initialUsage;
  }

  /** By the newest report, also of a turn that is rolled back: what Codex itself goes by. */
  get newestUsage(): UsageState {
    return this.#newestUsage;
  }

  get title(): string | null {
    return this.#titles.at(-1) ?? null;
  }

  /** By the newest name, also of a turn that is rolled back: what Codex itself goes by. */
  get newestTitle(): string | null {
    return this.#newestTitle;
  }

  /** The id by which the newest lines are known as one turn; null: none of them has one. */
  get turnId(): string | null {
    return this.#turnId;
  }

  /** True when what follows would be lost, being of a turn that is rolled back: start another first. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Whether the newest lines are a user's turn, in which alone a context counts. */
  get isUserTurn(): boolean {
    return this.#turns.isUserTurn && !this.#isDiscarded;
  }

  /** @see TurnStack.turnsBackTo */
  turnsBackTo(ledger: number): number | null {
    return this.#turns.turnsBackTo(ledger);
  }

  /** How an item would stand in the ledger if it were written now; null: not at all. */
  keyOf(payload: unknown): string | null {
    const line = { timestamp: "", type: "response_item", payload };
    const { fact } = this.#read(line, this.lines);
    return fact?.type === "item.recorded" ? this.ids.keyOf(fact.data.item) : null;
  }

  /**
   * Takes the next line.
   * @param known the ledger behind it, where the thread's own events tell it
   */
  take(object: JsonObject, known?: number): void {
    const line = this.lines;
    if (line === 0) this.#isBare = object.payload === undefined;
    const meaning = this.#read(object, line);
    this.#reconstruction ??= new Reconstruction(entersLedger(meaning.role));
    if (meaning.role.kind === "context") this.#noteContext(line, object);
    const before = this.ledger;
    const settlement = this.#reconstruction.next(meaning.role);
    this.#baselines.push(this.#baselineBehind(meaning, settlement));
    this.#usages.push(this.#usageBehind(meaning, settlement));
    this.#titles.push(this.#titleBehind(meaning, settlement));
    this.#ledgers.push(known ?? this.#ledgerBehind(meaning, settlement));
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

  #ledgerBehind(meaning: LineMeaning, { own, rollback, trimmed }: Settlement): number {
    let ledger = this.ledger;
    if (rollback !== null) {
      const isThere = !rollback.clears && rollback.copies.length === 0;
      ledger = isThere ? (this.#ledgers[rollback.to] ?? EMPTY_LEDGER) : this.ids.unlike();
    }
    if (trimmed !== null) return trimmed.length === 0 ? ledger : this.ids.unlike();
    return own === "set-aside" ? ledger : this.#extend(ledger, meaning);
  }

  #extend(ledger: number, { fact, compaction, role }: LineMeaning): number {
    if (compaction !== null) {
      if (compaction.replacement === null) return this.ids.unlike();
      return compaction.replacement.reduce(
        (base, { item }) => this.ids.extend(base, item),
        EMPTY_LEDGER,
      );
    }
    if (!entersLedger(role) || fact?.type !== "item.recorded") return ledger;
    return this.ids.extend(ledger, fact.data.item);
  }

  #baselineBehind({ compaction }: LineMeaning, settlement: Settlement): string | null {
    const { own, rollback, trimmed, baseline } = settlement;
    if (baseline === null) return null;
    if (baseline !== undefined) return this.#contexts.get(baseline.line) ?? null;
    const clears = trimmed !== null || (compaction !== null && own === "folded");
    if (clears) return null;
    return rollback === null ? this.baseline : (this.#baselines[rollback.to] ?? null);
  }

  #usageBehind({ fact }: LineMeaning, { own, rollback }: Settlement): UsageState {
    const before = rollback === null ? this.usage : this.#usageAfter(rollback);
    if (own === "set-aside") return before;
    if (fact?.type !== "usage.reported" && fact?.type !== "turn.started") return before;
    const event = { ...fact, offset: this.lines, at: "", firstIndex: null };
    const usage = reduceUsage(before, event, UNCHANGED);
    if (fact.type === "usage.reported") this.#newestUsage = usage;
    return usage;
  }

  #titleBehind({ fact }: LineMeaning, { rollback }: Settlement): string | null {
    if (fact?.type !== "thread.renamed") {
      return rollback === null ? this.title : (this.#titles[rollback.to] ?? null);
    }
    this.#newestTitle = fact.data.title;
    return fact.data.title;
  }

  #usageAfter({ to, usage }: Rollback): UsageState {
    return this.#usages[usage ?? to] ?? initialUsage;
  }

  #follow({ role }: LineMeaning, { own }: Settlement, before: number): void {
    if (role.kind === "inert" || role.kind === "usage") return;
    this.#isDiscarded = own === "set-aside";
    if (role.kind === "started") {
      this.#turns.started(before);
      this.#turnId = role.turnId;
    } else if (role.kind === "rolled-back") {
      this.#turns.discard(role.turns);
    } else if (own === "folded") {
      if (role.kind === "ended") this.#turnId = role.turnId ?? this.#turnId;
      if (role.kind === "context") this.#turnId = role.context.turnId ?? this.#turnId;
      if (role.kind === "user-message" || (role.kind === "item" && role.boundary)) {
        this.#turns.becomeUserTurn();
      }
    }
  }
}

/** The lines from a `task_started` (or the file's beginning) on. */
interface WrittenTurn {
  readonly ledgerBefore: number;
  isUserTurn: boolean;
}

/**
 * The turns of what was written that no rollback discarded, so that a rollback can be asked for in
 * turns. What comes of it is read off the reconstruction afterwards; here is only proposed.
 */
class TurnStack {
  #turns: WrittenTurn[];
  #hasStarts = false;

  constructor(ledgerBefore: number) {
    this.#turns = [{ ledgerBefore, isUserTurn: false }];
  }

  started(ledgerBefore: number): void {
    this.#hasStarts = true;
    this.#turns.push({ ledgerBefore, isUserTurn: false });
  }

  /** The newest turn has a user's message. */
  becomeUserTurn(): void {
    const newest = this.#turns.at(-1);
    if (newest !== undefined) newest.isUserTurn = true;
  }

  get isUserTurn(): boolean {
    return this.#turns.at(-1)?.isUserTurn === true;
  }

  discard(turns: number): void {
    const users = this.#turns.flatMap(({ isUserTurn }, place) => (isUserTurn ? [place] : []));
    const cut = users.at(-Math.min(turns, users.length));
    if (cut !== undefined) this.#turns = this.#turns.slice(0, cut);
  }

  /** How many user turns have to be discarded for a ledger; null: no number does it. */
  turnsBackTo(ledger: number): number | null {
    if (!this.#hasStarts) return null;
    let turns = 0;
    for (const { ledgerBefore, isUserTurn } of this.#turns.toReversed()) {
      if (!isUserTurn) continue;
      turns++;
      if (ledgerBefore === ledger) return turns;
    }
    return null;
  }
}
