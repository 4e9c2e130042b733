import { invalidArgument } from "../errors.js";
import { noSuchOffset, invalidRollback } from "./errors.js";
import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import { foldEvent, initialState, type UnknownEventOptions, UnknownEvents } from "./reduce.js";
import { type Rollback, type SurvivingRange, survivingRanges } from "./spine.js";
import type { ThreadState } from "./thread-state.js";

export interface ReplayOptions extends UnknownEventOptions {
  /** The last offset that counts; absent: the newest. */
  readonly to?: number;
}

/**
 * Folds events in memory to a state: all of them, or up to an offset.
 * @param events a whole log from offset 0 on (a fork's with its ancestors'), oldest first
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 */
export function replayEvents(events: Iterable<LogEvent>, options: ReplayOptions = {}): ThreadState {
  const log = [...events];
  const to = options.to ?? log.length - 1;
  if (options.to !== undefined && log[to] === undefined) throw noSuchOffset(to, log.length);
  const rollbacks = log
    .slice(0, to + 1)
    .map(rollbackIn)
    .filter((rollback) => rollback !== null);
  const unknown = new UnknownEvents(options);
  let state = initialState;
  for (const range of survivingRanges(rollbacks, to)) {
    for (const event of log.slice(range.from, range.to + 1)) {
      state = foldLogEvent(state, event, unknown);
    }
  }
  return state;
}

/**
 * Folds one event onto the state before it: its own fact and those in `derived`. An event of a type
 * that this version does not know only moves the head.
 * @param state the state at the offset before; of an event that rolls back, the state at the offset
 *   that it goes back to (law 1)
 * @returns the state at the event; `state` is not changed
 * @throws {RefoldError} `invalid-argument`: the event rolls back, and `state` is that of another
 *   offset
 * @throws {RefoldError} `invalid-event`: it rolls back to an offset that is not before it
 */
export function reduceEvent(state: ThreadState, event: LogEvent): ThreadState {
  const to = rollbackIn(event)?.to ?? null;
  const { head } = state.log;
  if (to === null || head === to + 1) return foldLogEvent(state, event);
  throw invalidArgument(
    `the event at offset ${event.offset} rolls back to ${to}, and the state is of head ${head}`,
    `pass the state at offset ${to}`,
  );
}

/** Folds an event of any type; one that is not known only moves the head. */
export function foldLogEvent(
  base: ThreadState,
  event: LogEvent,
  unknown?: UnknownEvents,
): ThreadState {
  if (isKnownEvent(event)) return foldEvent(base, event);
  unknown?.meet(event);
  return { ...base, log: { ...base.log, head: event.offset + 1 } };
}

/**
 * The rollback that an event is, if it is one.
 * @throws {RefoldError} `invalid-event`: it goes to an offset that is not before it
 */
export function rollbackIn(event: LogEvent): Rollback | null {
  const mayRollBack = event.type === "history.rolled-back" || event.derived !== undefined;
  const to = mayRollBack && isKnownEvent(event) ? rollbackOf(event) : null;
  if (to === null) return null;
  const rollback = { offset: event.offset, to };
  if (to >= event.offset) throw invalidRollback(rollback, event.type);
  return rollback;
}

/** Narrows a range to the part of it after an offset; null: nothing is left. */
export function rangeBehind(range: SurvivingRange, offset: number): SurvivingRange | null {
  if (range.to <= offset) return null;
  return range.from > offset ? range : { from: offset + 1, to: range.to };
}

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
 * Folds a thread to a state of your own, as of an offset: what was rolled back does not count.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 * @throws {RefoldError} `invalid-event`: an event goes back to no earlier one
 */
export async function replayOwn<State>(
  source: Pick<EventSource, "read">,
  fold: OwnFold<State>,
  options: { readonly to?: number } = {},
): Promise<State> {
  const states = new OwnStates(fold);
  for await (const event of source.read(options)) states.take(event);
  const { to } = options;
  if (to !== undefined && to !== states.head - 1) throw noSuchOffset(to, states.head);
  return states.state;
}

/** The states of a fold of your own along a log. One is kept for each event that changed it. */
export class OwnStates<State> {
  readonly #changes: { readonly offset: number; readonly state: State }[] = [];
  #head = 0;

  constructor(private readonly fold: OwnFold<State>) {}

  /** The offset after the newest event that was taken. */
  get head(): number {
    return this.#head;
  }

  get state(): State {
    const newest = this.#changes.at(-1);
    return newest === undefined ? this.fold.initial : newest.state;
  }

  /** Takes the next event; they come oldest first, from offset 0 on. @returns the state at it */
  take(event: LogEvent): State {
    const before = this.state;
    const rollback = rollbackIn(event);
    const base = rollback === null ? before : this.#stateAt(rollback.to);
    const state = this.fold.reduce(base, event);
    if (state !== before) this.#changes.push({ offset: event.offset, state });
    this.#head = event.offset + 1;
    return state;
  }

  #stateAt(offset: number): State {
    const change = this.#changes.findLast((each) => each.offset <= offset);
    return change === undefined ? this.fold.initial : change.state;
  }
}
