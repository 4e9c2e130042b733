import type { Fact, FactOf, RefoldEvent } from "../events/event.js";
import { versionMadeBy } from "./log.js";
import { reduce } from "./reduce.js";
import type { LogState, ThreadState } from "./thread-state.js";

/**
 * Folds an event with all its facts (docs/architecture.md, "Folding one event").
 * @param base the state before the event; for an event that rolls back, the state at
 *   `rollbackOf(event)`
 * @returns the state at the event; nothing of `base` is changed
 */
export function foldEvent(base: ThreadState, event: RefoldEvent): ThreadState {
  if (event.derived === undefined) {
    if (event.type === "history.rolled-back") return { ...base, log: logAt(base.log, event) };
    return reduce(base, event); // as it is: a copy per event would cost more than all reducers
  }
  const folded = foldFacts(base, event, { start: 0 });
  return { ...folded, log: logAt(base.log, event) };
}

/** Some of an event's facts, by their places in folding order. */
export interface FactRange {
  readonly start: number;
  /** Exclusive; absent: all that follow. */
  readonly end?: number;
}

/**
 * Folds those of an event's facts that count, within a range; `log` is left behind.
 * @param base the state behind the facts before the range
 */
export function foldFacts(base: ThreadState, event: RefoldEvent, range: FactRange): ThreadState {
  const { start, end = Infinity } = range;
  const { offset, at, turn } = event;
  const facts = factsOf(event);
  const bare = isBare(facts);
  const skipped = isOwnFactFolded(event) ? -1 : 0;
  let state = base;
  let next = 0;
  facts.forEach((fact, index) => {
    const isAsked = index >= start && index < end;
    if (isAsked && index !== skipped && !isRollback(fact)) {
      const place = { offset, at, ...(turn !== undefined && { turn }) };
      state = reduce(state, { ...fact, ...place, firstIndex: bare ? null : next });
    }
    next += itemsIn(fact, state);
  });
  return state;
}

/** What an event says, in folding order: its own fact, then the derived ones. */
export function factsOf(event: RefoldEvent): readonly Fact[] {
  return event.derived === undefined ? [event] : [event, ...event.derived];
}

/**
 * False for an event that rolls back in `derived`: its own fact is part of what is discarded. (A
 * rollback of its own is no reducer's business either, but discards nothing of itself.)
 */
export function isOwnFactFolded(event: RefoldEvent): boolean {
  return !isRollback(event.derived?.[0]);
}

/** The newest version of the ledger that an event makes; null: it makes none. */
export function newestVersionOf(event: RefoldEvent): number | null {
  let version = versionMadeBy(event);
  for (const fact of event.derived ?? []) version = versionMadeBy(fact) ?? version;
  return version;
}

function logAt(before: LogState, event: RefoldEvent): LogState {
  const historyVersion = newestVersionOf(event) ?? before.historyVersion;
  return { head: event.offset + 1, historyVersion };
}

function isRollback(fact: Fact | undefined): fact is FactOf<"history.rolled-back"> {
  return fact?.type === "history.rolled-back";
}

/** True when an event records one item and nothing else: its ref is the bare offset. */
function isBare([own, ...derived]: readonly Fact[]): boolean {
  return own?.type === "item.recorded" && derived.every((fact) => itemsIn(fact, null) === 0);
}

/** How many items a fact holds; `after` is the state behind it, which a legacy list was made for. */
function itemsIn(fact: Fact, after: ThreadState | null): number {
  if (fact.type === "item.recorded") return 1;
  if (fact.type === "context.injected") return fact.data.items.length;
  if (fact.type !== "history.compacted") return 0;
  return fact.data.replacement?.length ?? after?.ledger.entries.length ?? 1;
}
