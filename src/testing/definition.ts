import type { EventSource } from "../events/event-source.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { initialState, reduce } from "../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";

/**
 * The state at each offset of a log, straight from law 1 and as slow as that: a state for
 * every event, nothing looked ahead, `log` counted over all that stands before. What replay does in
 * whatever faster way is held to this. Events of types that are not known here change nothing.
 */
export function statesByDefinition(events: Iterable<LogEvent>): readonly ThreadState[] {
  const states = new DefinedStates();
  for (const event of events) states.take(event);
  return states.all;
}

/** The same for a log that grows. */
export class DefinedStates {
  readonly #states: ThreadState[] = [];

  get all(): readonly ThreadState[] {
    return this.#states;
  }

  /** The state at the newest event. */
  get newest(): ThreadState {
    return this.#states.at(-1) ?? initialState;
  }

  /** Takes the next event of the log; they come from offset 0 on, none left out. */
  take(event: LogEvent): void {
    const { newest } = this;
    const isKnown = isKnownEvent(event);
    const folded = isKnown
      ? foldByDefinition(event, (offset) => this.#states[offset] ?? initialState)
      : newest;
    const historyVersion = (isKnown ? versionIn(event) : null) ?? newest.log.historyVersion;
    this.#states.push({ ...folded, log: { head: event.offset + 1, historyVersion } });
  }
}

/**
 * `rolled-back {to}`: the state there; else what the event says, folded onto the state before. The
 * slice `log` apart, which counts over the whole log.
 * @param stateAt the state at an offset before the event's; `initialState` for -1
 */
export function foldByDefinition(
  event: RefoldEvent,
  stateAt: (offset: number) => ThreadState,
): ThreadState {
  const [first, ...others] = event.derived ?? [];
  if (event.type === "history.rolled-back") return stateAt(event.data.to);
  if (first?.type === "history.rolled-back") {
    return foldFacts(stateAt(first.data.to), event, [null, null, ...others]);
  }
  return foldFacts(stateAt(event.offset - 1), event, [event, ...(event.derived ?? [])]);
}

/** Folds an event's facts, numbering the items of all of them; null: not folded. */
function foldFacts(
  base: ThreadState,
  event: RefoldEvent,
  facts: readonly (Fact | null)[],
): ThreadState {
  const { offset, at, turn, derived = [] } = event;
  const all: readonly Fact[] = [event, ...derived];
  const isBare = event.type === "item.recorded" && derived.every((fact) => countItems(fact) === 0);
  const place = turn === undefined ? { offset, at } : { offset, at, turn };
  let state = base;
  let next = 0;
  all.forEach((fact, index) => {
    const firstIndex = isBare ? null : next;
    if (facts[index] !== null && fact.type !== "history.rolled-back") {
      state = reduce(state, { ...fact, ...place, firstIndex });
    }
    const isLegacy = fact.type === "history.compacted" && fact.data.replacement === null;
    next += isLegacy ? state.ledger.entries.length : countItems(fact);
  });
  return state;
}

function countItems(fact: Fact): number {
  switch (fact.type) {
    case "item.recorded":
      return 1;
    case "context.injected":
      return fact.data.items.length;
    case "history.compacted":
      return fact.data.replacement?.length ?? 1;
    default:
      return 0;
  }
}

/** The newest version that an event makes; a version counts although a rollback discards its event. */
function versionIn(event: RefoldEvent): number | null {
  const versions = [event, ...(event.derived ?? [])].flatMap(({ data }) =>
    "historyVersion" in data && typeof data.historyVersion === "number"
      ? [data.historyVersion]
      : [],
  );
  return versions.at(-1) ?? null;
}

/** A state of plain objects and arrays, so that two of them can be compared by value. */
export function plainState(state: ThreadState) {
  return { ...state, ledger: { ...state.ledger, entries: entriesOf(state) } };
}

/** A state without its one slice that counts discarded events too (law 1). */
export function plainStateWithoutLog(state: ThreadState) {
  return { ...plainState(state), log: null };
}

function entriesOf(state: ThreadState): readonly LedgerEntry[] {
  return state.ledger.entries.toArray();
}

interface ListSourceOptions {
  /** Leaves `readBackward` out, as a source that can only be read forward. */
  readonly forwardOnly?: boolean;
  /** Called for each event that is handed out, with its offset. */
  readonly onRead?: (offset: number) => void;
}

/** A log in memory as something to replay from. */
export function listSource(
  events: readonly LogEvent[],
  options: ListSourceOptions = {},
): EventSource {
  const { forwardOnly = false, onRead } = options;
  async function* read({ from = 0, to = events.length - 1 } = {}) {
    for (const event of events.slice(from, to + 1)) {
      onRead?.(event.offset);
      yield event;
    }
  }
  async function* readBackward({ from = events.length - 1 } = {}) {
    for (const event of events.slice(0, from + 1).toReversed()) {
      onRead?.(event.offset);
      yield event;
    }
  }
  return forwardOnly ? { read } : { read, readBackward };
}
