import type { LogEvent } from "../events/event.js";
import type { EventSource } from "../events/event-source.js";
import { KeptStates } from "./kept-states.js";
import { initialState } from "./reduce.js";
import { foldLogEvent, rangeBehind, rollbackIn } from "./replay-events.js";
import { survives, survivingRanges } from "./spine.js";
import type { Rollback, SurvivingRange } from "./spine.js";
import { isBackwardSource } from "./spine-reader.js";
import type { ThreadState } from "./thread-state.js";
import { UnknownEvents } from "./unknown-events.js";
import type { UnknownEventOptions } from "./unknown-events.js";

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

  /** Takes several events, one after the other. */
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

  /** Reads again what lies between the newest state that is kept on the way to `to`, and `to`. */
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
