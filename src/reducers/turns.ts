import type { Origin, RecordedItem } from "../events/item.js";
import type { RunningTurn, TurnSettings, TurnsState } from "../events/slices.js";
import type { TurnStarted } from "../events/turn.js";
import type { ItemRef } from "../events/primitives.js";
import { findEntry } from "./ledger-edits.js";
import type { FoldedEvent, LedgerEntry, LedgerState } from "./thread-state.js";
import { changes } from "./fact-slices.js";

export const initialTurns: TurnsState = {
  running: null,
  userTurns: 0,
  completed: 0,
  aborted: 0,
  previous: null,
};

/** An event that starts a turn names it; this stands for one that does not. */
const NO_TURN = "00000000000000000000000000";

/**
 * Which turn is running, how many there were, and what the newest user turn was set to.
 * @param ledgerBefore before the event: what goes from it tells which turns go
 */
export function reduceTurns(
  state: TurnsState,
  event: FoldedEvent,
  { ledgerBefore }: { readonly ledgerBefore: LedgerState },
): TurnsState {
  if (!changes(event, "turns")) return state;
  switch (event.type) {
    case "turn.started":
      return { ...state, running: startTurn(event), newestCounted: false };
    case "turn.completed":
      return { ...state, running: null, completed: state.completed + 1 };
    case "turn.aborted":
      return { ...state, running: null, aborted: state.aborted + 1 };
    case "item.recorded":
      return isBoundaryOrigin(event.data.origin) ? countBoundary(state) : state;
    case "context.injected":
      return observe(countBoundaries(state, event.data.items), event.data.previousTurn);
    case "history.cleared": // the next turn is told no model switch: nobody was there before
      return state.previous === null ? state : { ...state, previous: null };
    case "history.trimmed":
      return event.data.reason === FOREIGN_ROLLBACK
        ? undoTurns(state, event.data.refs, ledgerBefore)
        : state;
  }
}

function startTurn(event: FoldedEvent & TurnStarted): RunningTurn {
  const { envelope, foreignId = null } = event.data;
  const turn = event.turn ?? NO_TURN;
  return { turn, foreignId, startedAt: event.offset, envelope, hasBoundary: false };
}

function countBoundaries(state: TurnsState, items: readonly RecordedItem[]): TurnsState {
  const boundaries = items.filter(({ origin }) => isBoundaryOrigin(origin));
  return boundaries.reduce(countBoundary, state);
}

/** The first boundary since the newest `turn.started` makes it a user turn. */
function countBoundary(state: TurnsState): TurnsState {
  if (state.newestCounted === true) return state;
  const userTurns = state.userTurns + 1;
  if (state.newestCounted === undefined) return { ...state, userTurns };
  if (state.running === null) return { ...state, userTurns, newestCounted: true };
  const running = { ...state.running, hasBoundary: true };
  const previous = settingsOf(running) ?? state.previous;
  return { ...state, running, userTurns, newestCounted: true, previous };
}

/**
 * A foreign rollback took turns from a ledger in which every boundary begins one. With
 * `turn.started` lines it would be a rollback, and no surgery.
 */
function undoTurns(
  state: TurnsState,
  refs: readonly ItemRef[],
  ledgerBefore: LedgerState,
): TurnsState {
  if (state.newestCounted !== undefined) return state;
  const removed = new Set(refs.map((ref) => findEntry(ledgerBefore, ref)));
  const gone = [...removed].filter(beganTurn).length;
  return gone === 0 ? state : { ...state, userTurns: Math.max(0, state.userTurns - gone) };
}

/** A summary may be as a user's message, but began no turn. */
function beganTurn(entry: LedgerEntry | undefined): boolean {
  return entry !== undefined && isBoundaryOrigin(entry.origin) && entry.summary !== true;
}

/** Null: the envelope does not say (a foreign session's turn; what it observed counts). */
function settingsOf({ envelope }: RunningTurn): TurnSettings | null {
  const { model, realtimeActive = null } = envelope;
  return model === undefined ? null : { model, realtimeActive };
}

function observe(state: TurnsState, previous: TurnSettings | null | undefined): TurnsState {
  return previous === undefined ? state : { ...state, previous };
}

/**
 * True for who can begin a user turn: a person, or an agent that instructs this one. Origin tells,
 * never content (docs/semantics.md §4.1); in a foreign session its decoder set it by §4.7.
 */
export function isBoundaryOrigin(origin: Origin): boolean {
  return origin === "user" || origin === "agent";
}

/**
 * The reason of the ledger surgery that a foreign rollback stands for (docs/semantics.md §10.4).
 */
export const FOREIGN_ROLLBACK = "foreign-rollback";
