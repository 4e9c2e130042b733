import type { EventSource } from "../events/event-source.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import { initialState, placedFact, reduce } from "../reducers/reduce.js";
import type { ThreadState } from "../reducers/thread-state.js";

/**
 * The state at each offset of a log, straight from law 1 and as slow as that: a state for
 * every event, nothing looked ahead, `log` counted over all that is before. What replay does in
 * whatever faster way is held to this. Events of types that are not known here change nothing.
 */
export function statesByDefinition(events: Iterable<LogEvent>): readonly ThreadState[] {
  const states = new DefinedStates();
  return Array.from(events, (event) => states.take(event));
}

/** The same for a log that grows. */
export class DefinedStates {
  readonly #targets: ReadonlySet<number> | null;
  readonly #kept = new Map<number, ThreadState>();
  #newest = initialState;
  #head = 0;

  /** @param targets the offsets that events go back to: other states are not kept; null: all are */
  constructor(targets: ReadonlySet<number> | null = null) {
    this.#targets = targets;
  }

  /** The state at the newest event. */
  get newest(): ThreadState {
    return this.#newest;
  }

  /** What an event is folded onto: the newest state, or the one that it goes back to. */
  baseOf(event: LogEvent): ThreadState {
    this.#keepForMissing(event.offset);
    const to = isKnownEvent(event) ? rollbackOf(event) : null;
    return to === null ? this.#newest : (this.#kept.get(to) ?? initialState);
  }

  /**
   * Takes the next event of the log; they come from offset 0 on.
   * @param base what it is folded onto
   * @returns the state at it
   */
  take(event: LogEvent, base = this.baseOf(event)): ThreadState {
    const isKnown = isKnownEvent(event);
    const version = (isKnown ? versionIn(event) : null) ?? this.#newest.log.historyVersion;
    const log = { head: event.offset + 1, historyVersion: version };
    this.#newest = { ...(isKnown ? foldByDefinition(base, event) : base), log };
    this.#head = event.offset + 1;
    if (this.#targets?.has(event.offset) !== false) this.#kept.set(event.offset, this.#newest);
    return this.#newest;
  }

  /** Where an event is missing that something goes back to, the state before it stands for it. */
  #keepForMissing(offset: number): void {
    if (offset <= this.#head) return;
    for (const target of this.#targets ?? []) {
      if (target >= this.#head && target < offset) this.#kept.set(target, this.#newest);
    }
  }
}

/**
 * Folds what an event says onto a state, numbering the items of all its facts. Left out are rollbacks,
 * and the event's own fact where a rollback follows it. The slice `log` counts over the whole log and
 * is not told here.
 */
function foldByDefinition(base: ThreadState, event: RefoldEvent): ThreadState {
  const { offset, at, turn, derived = [] } = event;
  const facts: readonly Fact[] = [event, ...derived];
  const isBare = event.type === "item.recorded" && derived.every((fact) => countItems(fact) === 0);
  const isDiscarded = derived[0]?.type === "history.rolled-back";
  let state = base;
  let next = 0;
  for (const fact of facts) {
    const isLeftOut = isDiscarded && fact === event;
    if (!isLeftOut && fact.type !== "history.rolled-back") {
      const firstIndex = isBare ? null : next;
      state = reduce(state, placedFact(fact, { offset, at, firstIndex, turn }));
    }
    const isLegacy = fact.type === "history.compacted" && fact.data.replacement === null;
    next += isLegacy ? state.ledger.entries.length : countItems(fact);
  }
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
  let version: number | null = null;
  for (const { data } of [event, ...(event.derived ?? [])]) {
    if ("historyVersion" in data && typeof data.historyVersion === "number") {
      version = data.historyVersion;
    }
  }
  return version;
}

/** A state of plain objects and arrays, so that two of them can be compared by value. */
export function plainState(state: ThreadState) {
  return { ...state, ledger: { ...state.ledger, entries: state.ledger.entries.toArray() } };
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
