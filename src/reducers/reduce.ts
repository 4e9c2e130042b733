import type { Fact, FactOf, LogEvent, RefoldEvent } from "../events/event.js";
import { reduceBaseline } from "./baseline.js";
import { reduceCheckpoint } from "./checkpoint.js";
import { initialLedger, reduceLedger } from "./ledger.js";
import { initialLog, reduceLog, versionMadeBy } from "./log.js";
import type { FoldedEvent, LogState, ThreadState } from "./thread-state.js";
import { reduceThread } from "./thread.js";
import { initialTurns, reduceTurns } from "./turns.js";
import { initialUsage, reduceUsage } from "./usage.js";

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
interface FactRange {
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

/** The state of a thread in whose log nothing stands yet. */
export const initialState: ThreadState = {
  ledger: initialLedger,
  baseline: null,
  checkpoint: null,
  usage: initialUsage,
  turns: initialTurns,
  thread: null,
  log: initialLog,
};

/**
 * Folds one fact of an event that survives. Pure and total; a slice that the fact does not change is
 * the same object as before. Rollbacks are resolved before (`foldEvent`, `replay`).
 * @param state any state, left as it is
 * @returns the state behind the fact
 * @throws nothing
 */
export function reduce(state: ThreadState, event: FoldedEvent): ThreadState {
  const ledger = reduceLedger(state.ledger, event);
  const thread = reduceThread(state.thread, event);
  const basis = { ledger, ledgerBefore: state.ledger, thread };
  const turns = reduceTurns(state.turns, event, basis);
  return {
    ledger,
    baseline: reduceBaseline(state.baseline, event, turns.running),
    checkpoint: reduceCheckpoint(state.checkpoint, event),
    usage: reduceUsage(state.usage, event, basis),
    turns,
    thread,
    log: reduceLog(state.log, event),
  };
}

export interface UnknownEventOptions {
  /** Called once for each type that this version does not know, with the first event of it. */
  readonly onUnknown?: (event: LogEvent) => void;
}

/** Events of types that this version does not know: led around the reducers, and reported once. */
export class UnknownEvents {
  readonly #seen = new Set<string>();
  constructor(private readonly options: UnknownEventOptions) {}

  meet(event: LogEvent): void {
    if (this.#seen.has(event.type)) return;
    this.#seen.add(event.type);
    this.options.onUnknown?.(event);
  }
}
