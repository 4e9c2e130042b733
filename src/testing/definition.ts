import type { Fact, RefoldEvent } from "../events/event.js";
import { initialState, reduce } from "../reducers/reduce.js";
import type { ThreadState } from "../reducers/thread-state.js";

/**
 * The state at each offset of a log, straight from design law 1 and as slow as that: a state for
 * every event, nothing looked ahead, `log` counted over all that stands before. What replay does in
 * whatever faster way is held to this.
 */
export function statesByDefinition(events: readonly RefoldEvent[]): readonly ThreadState[] {
  const states: ThreadState[] = [];
  for (const event of events) {
    const folded = foldByDefinition(event, (offset) => states[offset] ?? initialState);
    states.push({ ...folded, log: logByDefinition(events, event.offset) });
  }
  return states;
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
  { offset, at, turn, ...own }: RefoldEvent,
  facts: readonly (Fact | null)[],
): ThreadState {
  const all: Fact[] = [own, ...(own.derived ?? [])];
  const isBare =
    own.type === "item.recorded" && all.slice(1).every((fact) => countItems(fact) === 0);
  let state = base;
  let next = 0;
  all.forEach((fact, index) => {
    const firstIndex = isBare ? null : next;
    if (facts[index] !== null && fact.type !== "history.rolled-back") {
      state = reduce(state, {
        ...fact,
        offset,
        at,
        ...(turn !== undefined && { turn }),
        firstIndex,
      });
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

/** The newest version that any event of the whole log made, discarded ones included. */
function logByDefinition(events: readonly RefoldEvent[], offset: number): ThreadState["log"] {
  const facts = events.slice(0, offset + 1).flatMap((event) => [event, ...(event.derived ?? [])]);
  const versions = facts.flatMap(({ data }) =>
    "historyVersion" in data && typeof data.historyVersion === "number"
      ? [data.historyVersion]
      : [],
  );
  return { head: offset + 1, historyVersion: versions.at(-1) ?? 0 };
}
