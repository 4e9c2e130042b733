import { countLeading } from "../events/count-leading.js";
import { noSuchOffset } from "./errors.js";
import { type EventSource, runsOf } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { initialState, type UnknownEventOptions, UnknownEvents } from "./reduce.js";
import { foldLogEvent, rangeBehind, type ReplayOptions, rollbackIn } from "./replay-events.js";
import { isBackwardSource } from "./spine-reader.js";
import { type Rollback, survives, type SurvivingRange, survivingRanges } from "./spine.js";
import type { ThreadState } from "./thread-state.js";

/**
 * Folds a log forward, from its first event on, in one pass.
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 */
export async function replay(
  source: EventSource,
  options: ReplayOptions = {},
): Promise<ThreadState> {
  const { to } = options;
  if (to !== undefined && (to < 0 || !Number.isInteger(to))) throw noSuchOffset(to, 0);
  const forward = new ForwardReplay(source, options);
  const range = to === undefined ? {} : { from: 0, to };
  for await (const run of runsOf(source, range)) await forward.takeRun(run);
  const { head } = forward.state.log;
  if (to !== undefined && head !== to + 1) throw noSuchOffset(to, head);
  return forward.state;
}

/**
 * Folds a log as it comes, in one pass, keeping no state per event: only those that a rollback is
 * likely to go to. For a rollback to any other place, what is missing is read once more.
 */
export class ForwardReplay {
  readonly #source: EventSource;
  readonly #unknown: UnknownEvents;
  readonly #kept = new KeptStates();
  readonly #rollbacks: Rollback[] = [];
  #state = initialState;

  /** @param source where the events come from, for what has to be read again */
  constructor(source: EventSource, options: UnknownEventOptions = {}) {
    this.#source = source;
    this.#unknown = new UnknownEvents(options);
  }

  /** The state at the newest event that was taken. */
  get state(): ThreadState {
    return this.#state;
  }

  /**
   * Takes the next event; they come oldest first, from offset 0 on, none left out.
   * @returns a promise when something has to be read again: wait for it before the next event
   */
  take(event: LogEvent): Promise<void> | undefined {
    const rollback = rollbackIn(event);
    if (rollback === null) {
      this.#advance(event, this.#state);
      return undefined;
    }
    this.#kept.add(event.offset - 1, this.#state); // where a redo goes
    const target = this.#kept.at(rollback.to);
    if (target === undefined) return this.#rollBack(event, rollback);
    this.#rollbacks.push(rollback);
    this.#advance(event, target);
    return undefined;
  }

  async takeRun(events: Iterable<LogEvent>): Promise<void> {
    for (const event of events) {
      const reading = this.take(event);
      if (reading !== undefined) await reading;
    }
  }

  async #rollBack(event: LogEvent, rollback: Rollback): Promise<void> {
    const target = await this.#restore(rollback.to);
    this.#rollbacks.push(rollback);
    this.#advance(event, target);
  }

  #advance(event: LogEvent, base: ThreadState): void {
    this.#state = foldLogEvent(base, event, this.#unknown);
    this.#kept.watch(event.offset, base, this.#state);
  }

  /** Reads again what is in between the newest state that is kept on the way to `to`, and `to`. */
  async #restore(to: number): Promise<ThreadState> {
    const ranges = survivingRanges(this.#rollbacks, to);
    const kept = this.#kept.newestWithin(ranges);
    const missing = ranges.flatMap((whole) => rangeBehind(whole, kept?.offset ?? -1) ?? []);
    let state = kept?.state ?? initialState;
    for (const reading of this.#readingsOf(missing)) {
      for await (const event of this.#source.read(reading)) {
        if (survives(missing, event.offset)) state = foldLogEvent(state, event, this.#unknown);
      }
    }
    return state;
  }

  /** A source without a way to begin in the middle is read over what is discarded, once for all ranges. */
  #readingsOf(missing: readonly SurvivingRange[]): readonly SurvivingRange[] {
    const [first] = missing;
    const last = missing.at(-1);
    if (isBackwardSource(this.#source) || first === undefined || last === undefined) return missing;
    return [{ from: first.from, to: last.to }];
  }
}

interface KeptState {
  readonly offset: number;
  readonly state: ThreadState;
}

/** How many states from before a checkpoint are kept: they hold on to ledgers that it replaced. */
const KEPT_OVER_CHECKPOINT = 8;
/** As many states are kept one and all; beyond twice as many, every second of the older ones goes. */
const KEPT_WITHOUT_GAPS = 512;

/**
 * The states that a rollback is likely to go to: before each turn and each user's message since the
 * newest checkpoint, a few from before it, and where each rollback came from. The older they are, the
 * further apart: a long thread without checkpoints would keep as many objects for them as for its items.
 * A state at an offset is the same whatever comes later, so none is ever wrong, only unneeded.
 */
class KeptStates {
  /** Ordered by offset. */
  #states: KeptState[] = [];

  /** Keeps a state; offsets only grow. */
  add(offset: number, state: ThreadState): void {
    if (this.#states.at(-1)?.offset !== offset) this.#states.push({ offset, state });
    if (this.#states.length >= 2 * KEPT_WITHOUT_GAPS) this.#thinOut();
  }

  #thinOut(): void {
    const older = this.#states.length - KEPT_WITHOUT_GAPS;
    this.#states = this.#states.filter((_, index) => index >= older || index % 2 === 0);
  }

  /** Keeps `before` if the event at `offset` began a turn, and forgets what a checkpoint outdates. */
  watch(offset: number, before: ThreadState, after: ThreadState): void {
    if (before.turns !== after.turns && beginsTurn(offset, before, after)) {
      this.add(offset - 1, before);
    }
    if (after.checkpoint !== before.checkpoint) {
      this.#states = this.#states.slice(-KEPT_OVER_CHECKPOINT);
    }
  }

  at(offset: number): ThreadState | undefined {
    const kept = this.#states[this.#countUpTo(offset) - 1];
    return kept?.offset === offset ? kept.state : undefined;
  }

  /** The newest state that is on the way to the end of these ranges. */
  newestWithin(ranges: readonly SurvivingRange[]): KeptState | undefined {
    for (let index = this.#countUpTo(ranges.at(-1)?.to ?? -1) - 1; index >= 0; index--) {
      const kept = this.#states[index];
      if (kept !== undefined && survives(ranges, kept.offset)) return kept;
    }
    return undefined;
  }

  /** How many kept states are at or before an offset. */
  #countUpTo(offset: number): number {
    const states = this.#states;
    return countLeading(states.length, (index) => (states[index]?.offset ?? offset) <= offset);
  }
}

function beginsTurn(offset: number, before: ThreadState, after: ThreadState): boolean {
  const isStart = after.turns.running?.startedAt === offset;
  return isStart || after.turns.userTurns > before.turns.userTurns;
}
