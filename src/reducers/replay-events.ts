import type { LogEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { rollbackOf } from "../events/rollback-of.js";
import { foldEvent } from "./fold-event.js";
import { InvalidRollback } from "./invalid-rollback.js";
import { NoSuchOffset } from "./no-such-offset.js";
import { initialState } from "./reduce.js";
import { survivingRanges } from "./spine.js";
import type { Rollback, SurvivingRange } from "./spine.js";
import type { ThreadState } from "./thread-state.js";
import { UnknownEvents } from "./unknown-events.js";
import type { UnknownEventOptions } from "./unknown-events.js";

export interface ReplayOptions extends UnknownEventOptions {
  /** The last offset that counts; absent: the newest. */
  readonly to?: number;
}

/**
 * Folds events in memory to a state: all of them, or up to an offset.
 * @param events a whole log from offset 0 on (a fork's with its ancestors'), oldest first
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export function replayEvents(events: Iterable<LogEvent>, options: ReplayOptions = {}): ThreadState {
  const log = [...events];
  const to = options.to ?? log.length - 1;
  if (options.to !== undefined && log[to] === undefined) throw new NoSuchOffset(to, log.length);
  const rollbacks = log
    .slice(0, to + 1)
    .map(rollbackIn)
    .filter((rollback) => rollback !== null);
  const unknown = new UnknownEvents(options);
  let state = initialState;
  for (const range of survivingRanges(rollbacks, to)) {
    state = foldRange(state, log.slice(range.from, range.to + 1), unknown);
  }
  return state;
}

/** Folds events that all survive: each of a kind that is known, the others led around. */
function foldRange(
  base: ThreadState,
  events: Iterable<LogEvent>,
  unknown: UnknownEvents,
): ThreadState {
  let state = base;
  for (const event of events) state = foldLogEvent(state, event, unknown);
  return state;
}

/** Folds an event of any type; one that is not known only moves the head. */
export function foldLogEvent(
  base: ThreadState,
  event: LogEvent,
  unknown: UnknownEvents,
): ThreadState {
  if (isKnownEvent(event)) return foldEvent(base, event);
  unknown.meet(event);
  return { ...base, log: { ...base.log, head: event.offset + 1 } };
}

/**
 * The rollback that an event is, if it is one.
 * @throws {InvalidRollback} it goes to an offset that is not before it
 */
export function rollbackIn(event: LogEvent): Rollback | null {
  const mayRollBack = event.type === "history.rolled-back" || event.derived !== undefined;
  const to = mayRollBack && isKnownEvent(event) ? rollbackOf(event) : null;
  if (to === null) return null;
  const rollback = { offset: event.offset, to };
  if (to >= event.offset) throw new InvalidRollback(rollback);
  return rollback;
}

/** Narrows a range to the part of it behind an offset; null: nothing is left. */
export function rangeBehind(range: SurvivingRange, offset: number): SurvivingRange | null {
  if (range.to <= offset) return null;
  return range.from > offset ? range : { from: offset + 1, to: range.to };
}
