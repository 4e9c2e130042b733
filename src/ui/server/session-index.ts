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
import { forgottenBy, type Forgetting } from "../../projections/views/forgetting.js";
import { countedFacts, itemsOf } from "../../reducers/reduce.js";
import { ForwardReplay } from "../../reducers/replay.js";
import { survivorsOf } from "../../reducers/spine.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { totalTokens } from "../../reducers/total-tokens.js";
import { type SessionOutline, Survey } from "../../sessions/survey.js";
import type { ForgottenRow } from "../api-views.js";
import { KeptStates } from "./session-states.js";
import type { Readable } from "./readable.js";
import type { TimelinePoint } from "../api.js";
import { refKey, refOffset } from "../../reducers/item-refs.js";

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

  constructor(
    private readonly readable: Readable,
    prices: PriceTable,
  ) {
    this.kept = new KeptStates(readable.isHeld ? Infinity : KEPT_BYTES);
    this.#forward = new ForwardReplay(readable.source);
    this.#survey = new Survey(this.#undone, { pricing: new Pricing(prices) });
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
    for await (const event of this.readable.newest(this.#head)) {
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
    const { offset } = event;
    const tokens = usedTokens(after);
    this.chart.add({ offset, tokens, window: this.#windowAt(after) });
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

/** So many are kept at most, so that half of them can be given. */
const KEPT_POINTS = 4_000;

/** Tokens over offsets, thinned out as they come: neighbours share a point, which has the most of them. */
export class Chart {
  #points: TimelinePoint[] = [];
  /** Offsets that share a point. */
  #stride = 1;

  add(point: TimelinePoint): void {
    const last = this.#points.at(-1);
    if (last !== undefined && this.#isShared(last, point)) {
      this.#points[this.#points.length - 1] = higher(last, point);
      return;
    }
    this.#points.push(point);
    if (this.#points.length <= KEPT_POINTS) return;
    this.#stride *= 2;
    this.#points = merged(this.#points, (one, other) => this.#isShared(one, other));
  }

  /** At most half of `KEPT_POINTS`. */
  points(): readonly TimelinePoint[] {
    if (this.#points.length <= KEPT_POINTS / 2) return this.#points;
    return merged(this.#points, (one, other) => {
      return bucket(one, this.#stride * 2) === bucket(other, this.#stride * 2);
    });
  }

  #isShared(one: TimelinePoint, other: TimelinePoint): boolean {
    return bucket(one, this.#stride) === bucket(other, this.#stride);
  }
}

function bucket({ offset }: TimelinePoint, stride: number): number {
  return Math.floor(offset / stride);
}

function higher(one: TimelinePoint, other: TimelinePoint): TimelinePoint {
  return other.tokens >= one.tokens ? other : one;
}

function merged(
  points: readonly TimelinePoint[],
  isShared: (one: TimelinePoint, other: TimelinePoint) => boolean,
): TimelinePoint[] {
  const left: TimelinePoint[] = [];
  for (const point of points) {
    const last = left.at(-1);
    if (last !== undefined && isShared(last, point)) left[left.length - 1] = higher(last, point);
    else left.push(point);
  }
  return left;
}

/** What is made anew may take no more than about this part of the time. */
const SHARE = 0.05;

/**
 * A result that is made again only so often that making it takes little of the time: while a long session
 * is read, whoever asks gets what was found a moment ago.
 */
class Lagging<Value> {
  #made: { readonly stamp: number; readonly value: Value; readonly until: number } | null = null;

  constructor(private readonly make: () => Value) {}

  /**
   * @param stamp what it is made of
   * @param isFinal nothing is being added: it is as new as can be
   */
  at(stamp: number, isFinal: boolean): Value {
    const known = this.#made;
    const start = performance.now();
    if (known !== null && (known.stamp === stamp || (!isFinal && start < known.until))) {
      return known.value;
    }
    const value = this.make();
    const end = performance.now();
    this.#made = { stamp, value, until: end + (end - start) / SHARE };
    return value;
  }
}

const MOST_ITEMS = 50;

/** One time that something was forgotten, with the largest of what went: a compaction takes thousands. */
function forgottenRow({ offset, at, kind, reason, tokens, items }: Forgetting): ForgottenRow {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, MOST_ITEMS);
  return {
    ...{ offset, at, kind, reason, tokens, itemsTotal: items.length },
    items: largest.map(({ type, tokens: gone, bytes, original: { ref, blob } }) => ({
      ...{ type, tokens: gone, bytes, ref: refKey(ref), offset: refOffset(ref) },
      isCut: blob !== null,
    })),
  };
}
