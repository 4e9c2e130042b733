import type { EventSource } from "../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../events/event.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import { type CheckpointBase, findBase, stateAtBase } from "./checkpoint-base.js";
import {
  foldFacts,
  initialState,
  isNumberedByState,
  newestVersionOf,
  type PlacedFact,
  placedFacts,
  UnknownEvents,
} from "./reduce.js";
import { foldLogEvent, type ReplayOptions } from "./replay-events.js";
import { replay } from "./replay.js";
import { fromKeptState, KeptStates } from "./kept-state.js";
import { isBackwardSource, readSpineBackward } from "./spine-reader.js";
import type { ThreadState } from "./thread-state.js";

/** A tail longer than this is not held in memory: what is before it is replayed forward. */
const LONGEST_TAIL_EVENTS = 10_000;

/**
 * The state at the end of a log, at the cost of its tail: reads backward to the newest surviving
 * checkpoint and folds forward from there. Always equals what `replay` gives (law 8).
 * Where a source cannot be read backward it is replayed; where no checkpoint is near, what is older
 * than the tail is.
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 * @throws {RefoldError} `damaged-log`: a checkpoint points to an event that is not there
 */
export function resumeState(
  source: EventSource,
  options: ReplayOptions = {},
): Promise<ThreadState> {
  return resumeFromKnown(source, NOTHING_KNOWN, options);
}

/** States by the events that they are the states at, of whichever thread: forks share what is older. */
export interface KnownStates {
  at(event: LogEvent): ThreadState | undefined;
  /** Given the state at each event that is folded, oldest first. */
  note(event: LogEvent, state: ThreadState): void;
}

const NOTHING_KNOWN: KnownStates = { at: () => undefined, note: () => undefined };

/** As `resumeState`, at the cost of what is newer than a known state. */
export async function resumeFromKnown(
  source: EventSource,
  known: KnownStates,
  options: ReplayOptions = {},
): Promise<ThreadState> {
  const unknown = new UnknownEvents(options);
  const tail = isBackwardSource(source) ? await readTail(source, known, options.to) : null;
  if (tail === null) return replay(source, options);
  let state = tail.known ?? (await stateBefore(source, tail, unknown));
  for (const event of tail.newestFirst.reverse()) {
    state = foldLogEvent(state, event, unknown);
    known.note(event, state);
  }
  return state;
}

/**
 * The state at an offset, that event included (law 1), in the cheapest way the source has.
 * @throws {RefoldError} `offset-out-of-range`: the log has no such offset
 */
export function stateAt(source: EventSource, offset: number): Promise<ThreadState> {
  return resumeState(source, { to: offset });
}

/**
 * The facts of an event that count, with the numbers of their items, for who has no state at hand:
 * one is read where the numbers depend on it.
 */
export async function placedFactsIn(
  source: EventSource,
  event: RefoldEvent,
): Promise<readonly PlacedFact[]> {
  if (!isNumberedByState(event)) return placedFacts(event, initialState);
  const before = rollbackOf(event) ?? event.offset - 1;
  return placedFacts(event, before < 0 ? initialState : await stateAt(source, before));
}

/** What survives after a checkpoint, after an offset where the tail is too long, or of the whole log. */
interface Tail {
  readonly behind: CheckpointBase | number | null;
  /** The state before it. */
  readonly known?: ThreadState;
  readonly newestFirst: LogEvent[];
}

/** @returns null: the log is empty */
async function readTail(
  source: EventSource,
  states: KnownStates,
  to: number | undefined,
): Promise<Tail | null> {
  const keptStates = new KeptStates();
  const newestFirst: LogEvent[] = [];
  for await (const event of readSpineBackward(source, to, keptStates.enter)) {
    const known = states.at(event);
    if (known !== undefined) return { behind: null, known, newestFirst };
    const kept = keptStates.at(event);
    const restored = kept === undefined ? null : await fromKeptState(source, kept);
    if (restored !== null) return { behind: null, known: restored, newestFirst };
    if (kept !== undefined) keptStates.giveUp();
    const base = isKnownEvent(event) ? findBase(event) : null;
    if (base !== null) return { behind: base, newestFirst };
    if (newestFirst.length >= LONGEST_TAIL_EVENTS && !keptStates.areNear(event.offset)) {
      return { behind: event.offset, newestFirst };
    }
    newestFirst.push(event);
  }
  return newestFirst.length === 0 ? null : { behind: null, newestFirst };
}

async function stateBefore(
  source: EventSource,
  { behind }: Tail,
  unknown: UnknownEvents,
): Promise<ThreadState> {
  if (behind === null) return initialState;
  if (typeof behind === "object") return foldBase(source, behind);
  return replay(source, { to: behind, onUnknown: (event) => unknown.meet(event) });
}

/** The state at the checkpoint's event: what is in the checkpoint, and the facts after it. */
async function foldBase(source: EventSource, base: CheckpointBase): Promise<ThreadState> {
  const state = await stateAtBase(source, base);
  const folded = foldFacts(state, base.event, { start: base.factIndex + 1 });
  // A checkpoint rewrites the ledger, so the version that it makes is the newest at its event.
  const historyVersion = newestVersionOf(base.event) ?? 0;
  return { ...folded, log: { head: base.event.offset + 1, historyVersion } };
}
