import { noSuchOffset } from "./errors.js";
import { type EventSource, runsOf } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { initialState, type UnknownEventOptions, UnknownEvents } from "./reduce.js";
import { PassedStates } from "./passed-states.js";
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
  readonly #passed = new PassedStates();
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
    this.#passed.add(event.offset - 1, this.#state); // where a redo goes
    const target = this.#passed.at(rollback.to);
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
    this.#passed.watch(event.offset, base, this.#state);
  }

  /** Reads again what is in between the newest state that was passed on the way to `to`, and `to`. */
  async #restore(to: number): Promise<ThreadState> {
    const ranges = survivingRanges(this.#rollbacks, to);
    const passed = this.#passed.newestWithin(ranges);
    const missing = ranges.flatMap((whole) => rangeBehind(whole, passed?.offset ?? -1) ?? []);
    let state = passed?.state ?? initialState;
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
