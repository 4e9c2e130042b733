import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { NoSuchOffset } from "./no-such-offset.js";
import { rollbackIn } from "./replay-events.js";

/** A state of the application's own, folded from a thread's events beside the thread's state. */
export interface OwnFold<State> {
  readonly initial: State;
  /**
   * Pure: the same for the same input, and nothing that it is given is changed. Rollbacks are not its
   * business: it is given the state that the log goes back to.
   * @returns the same reference for events that are none of its business
   */
  reduce(state: State, event: LogEvent): State;
}

/**
 * Folds a thread to a state of one's own, as of an offset: what was rolled back does not count.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {InvalidRollback} an event goes back to no earlier one
 */
export async function replayOwn<State>(
  source: Pick<EventSource, "read">,
  fold: OwnFold<State>,
  options: { readonly to?: number } = {},
): Promise<State> {
  const states = new OwnStates(fold);
  for await (const event of source.read(options)) states.take(event);
  const { to } = options;
  if (to !== undefined && to !== states.head - 1) throw new NoSuchOffset(to, states.head);
  return states.state;
}

/** The states of a fold of one's own along a log. One is kept for each event that changed it. */
export class OwnStates<State> {
  readonly #fold: OwnFold<State>;
  readonly #changes: { readonly offset: number; readonly state: State }[] = [];
  #head = 0;

  constructor(fold: OwnFold<State>) {
    this.#fold = fold;
  }

  /** The offset behind the newest event that was taken. */
  get head(): number {
    return this.#head;
  }

  /** The state at the newest event. */
  get state(): State {
    const newest = this.#changes.at(-1);
    return newest === undefined ? this.#fold.initial : newest.state;
  }

  /** Takes the next event; they come oldest first, from offset 0 on. @returns the state at it */
  take(event: LogEvent): State {
    const before = this.state;
    const rollback = rollbackIn(event);
    const base = rollback === null ? before : this.#stateAt(rollback.to);
    const state = this.#fold.reduce(base, event);
    if (state !== before) this.#changes.push({ offset: event.offset, state });
    this.#head = event.offset + 1;
    return state;
  }

  #stateAt(offset: number): State {
    const change = this.#changes.findLast((each) => each.offset <= offset);
    return change === undefined ? this.#fold.initial : change.state;
  }
}
