import { setImmediate as pause } from "node:timers/promises";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { callIdOf } from "../../events/pairing.js";
import { callName } from "../../events/calls.js";
import { isKnownEvent } from "../../events/known-event.js";
import { findPrice, type PriceTable } from "../../models/prices.js";
import { Pricing } from "../../projections/pricing.js";
import {
  isSameBasis,
  resolveTarget,
  type TargetBasis,
  targetBasisOf,
} from "../../projections/prompt/resolve-target.js";
import { countEntries } from "../../projections/transcript/project-transcript.js";
import { type CacheReport, CacheReader } from "../../projections/views/cache.js";
import { forgottenBy } from "../../projections/views/forgetting.js";
import { countedFacts, itemsOf } from "../../reducers/reduce.js";
import { ForwardReplay } from "../../reducers/replay.js";
import { survivorsOf } from "../../reducers/spine.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { totalTokens } from "../../reducers/total-tokens.js";
import { type SessionOutline, Survey } from "../../sessions/survey.js";
import type { ForgottenRow } from "../api-views.js";
import { Chart } from "./chart.js";
import { forgottenRow } from "./forgotten-row.js";
import { Lagging } from "./lagging.js";
import { KeptStates } from "./kept-states.js";
import type { Readable } from "./readable.js";

/** What states of a session that is not in memory may hold on to, in bytes. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Other requests get their turn after this long. */
const WORK_MS = 8;

/**
 * What is known of a session after one reading: its turns, its chart, what was forgotten, what broke the
 * cache. It is read in the background, and read on when the session grows; answers are about what
 * was read so far.
 */
export class SessionIndex {
  readonly chart = new Chart();
  readonly kept: KeptStates;
  readonly forgotten: ForgottenRow[] = [];
  /** Names of tools, by the ids of their calls. */
  readonly toolNames = new Map<string, string>();
  /** How many entries of a transcript each event makes. */
  readonly entryCounts: number[] = [];
  readonly #readable: Readable;
  readonly #forward: ForwardReplay;
  readonly #undone = new Map<number, number>();
  readonly #survey: Survey;
  readonly #cache: CacheReader;
  #basis: TargetBasis | null = null;
  #window: number | null = null;
  #head = 0;
  #isReading = false;
  readonly #outline = new Lagging((): SessionOutline => this.#survey.finish());
  readonly #report = new Lagging((): CacheReport => this.#cache.report());

  constructor(readable: Readable, prices: PriceTable) {
    this.#readable = readable;
    this.kept = new KeptStates(readable.isHeld ? Infinity : KEPT_BYTES);
    this.#forward = new ForwardReplay(readable.source);
    this.#survey = new Survey(this.#undone, new Pricing(prices));
    this.#cache = new CacheReader({ priceOf: (model) => findPrice(model, prices).price });
  }

  /** The offset after the newest event that was read. */
  get head(): number {
    return this.#head;
  }

  /** The state at the newest event that was read. */
  get state(): ThreadState {
    return this.#forward.state;
  }

  /** Turns and counts of what was read so far. */
  get outline(): SessionOutline {
    return this.#outline.at(this.#head, !this.#isReading);
  }

  get cacheReport(): CacheReport {
    return this.#report.at(this.#head, !this.#isReading);
  }

  /** The rollback that discarded an event; null: it survives as far as was read. */
  get discardedBy(): (offset: number) => number | null {
    return survivorsOf(this.outline.rollbacks);
  }

  /** Reads what there is beyond `head`. */
  async readOn(signal: AbortSignal, onEvents: () => void): Promise<void> {
    this.#isReading = true;
    try {
      await this.#readOn(signal, onEvents);
    } finally {
      this.#isReading = false;
      onEvents();
    }
  }

  async #readOn(signal: AbortSignal, onEvents: () => void): Promise<void> {
    let since = performance.now();
    for await (const event of this.#readable.newest(this.#head)) {
      if (signal.aborted) return;
      await this.#take(event);
      if (performance.now() - since < WORK_MS) continue;
      onEvents();
      await pause();
      since = performance.now();
    }
  }

  async #take(event: LogEvent): Promise<void> {
    const before = this.state;
    const reading = this.#forward.take(event);
    if (reading !== undefined) await reading;
    const after = this.state;
    const undone = before.turns.userTurns - after.turns.userTurns;
    if (undone > 0) this.#undone.set(event.offset, undone);
    this.#survey.take(event);
    this.kept.add(event.offset, after);
    const { offset, at } = event;
    const tokens = usedTokens(after);
    this.chart.add({ offset, at, tokens, window: this.#windowAt(after) });
    if (isKnownEvent(event)) {
      const walked = { event, before, after };
      this.#cache.take(walked);
      this.forgotten.push(...forgottenBy(walked).map(forgottenRow));
      this.#noteTools(event);
    }
    this.entryCounts[offset] = isKnownEvent(event) ? countEntries(event) : 0;
    this.#head = offset + 1;
  }

  /** As reported, else as is known of the model: what the prompt is measured against, too. */
  #windowAt(state: ThreadState): number | null {
    const basis = targetBasisOf(state);
    if (this.#basis === null || !isSameBasis(this.#basis, basis)) {
      this.#basis = basis;
      this.#window = state.usage.contextWindow ?? resolveTarget({}, basis).contextWindow;
    }
    return this.#window;
  }

  #noteTools(event: RefoldEvent): void {
    for (const { item } of countedFacts(event).flatMap(itemsOf)) {
      const [name, id] = [callName(item), callIdOf(item)];
      if (name !== null && id !== null) this.toolNames.set(id, name);
    }
  }
}

/** Tokens that the next prompt takes: as reported, and what came since; all estimated where nothing is reported. */
export function usedTokens(state: ThreadState): number {
  return state.usage.last === null ? state.ledger.tokens : totalTokens(state);
}
