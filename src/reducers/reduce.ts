import type { Fact, FactOf, LogEvent, RefoldEvent } from "../events/event.js";
import type { HistoryCompacted } from "../events/history.js";
import type { RecordedItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { reduceBaseline } from "./baseline.js";
import { itemRef } from "./item-refs.js";
import { initialLedger, reduceLedger } from "./ledger.js";
import { changes } from "./fact-slices.js";
import type { CheckpointState, FoldedEvent, LogState, ThreadState } from "./thread-state.js";
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

interface FactRange {
  readonly start: number;
  /** Exclusive; absent: all that follow. */
  readonly end?: number;
}

/**
 * Folds those of an event's facts that count, within a range; `log` is left after.
 * @param base the state after the facts before the range
 */
export function foldFacts(base: ThreadState, event: RefoldEvent, range: FactRange): ThreadState {
  return walkFacts(base, event, range, () => undefined);
}

/** A fact with the refs of its items. */
export interface PlacedFact {
  readonly fact: Fact;
  /** The ref of one of the fact's items, by its index among them (default 0). */
  readonly refAt: (index?: number) => ItemRef;
}

/**
 * The facts of an event that count, with the numbers of their items (docs/architecture.md, "Item
 * refs").
 * @param base the state that the event is folded onto, as in `foldEvent`; any state will do, unless
 *   `isNumberedByState(event)`
 */
export function placedFacts(event: RefoldEvent, base: ThreadState): readonly PlacedFact[] {
  const placed: PlacedFact[] = [];
  const range = isNumberedByState(event) ? { start: 0 } : { start: 0, end: 0 };
  walkFacts(base, event, range, (fact, firstIndex) => {
    placed.push({ fact, refAt: (index = 0) => itemRef(event.offset, firstIndex, index) });
  });
  return placed;
}

/** True for an event that holds items after a legacy compaction, whose list only the state tells. */
export function isNumberedByState(event: RefoldEvent): boolean {
  const facts = factsOf(event);
  const legacy = facts.findIndex(isLegacyCompaction);
  return legacy !== -1 && facts.slice(legacy + 1).some(holdsItems);
}

/** Whether a compaction recorded its summary only, so that its list is rebuilt from the state. */
export function isLegacyCompaction(fact: Fact): boolean {
  return fact.type === "history.compacted" && fact.data.replacement === null;
}

/** Numbers the items of an event, and folds the facts within a range on the way: the one place that does. */
function walkFacts(
  base: ThreadState,
  event: RefoldEvent,
  { start, end = Infinity }: FactRange,
  visit: (fact: Fact, firstIndex: number | null) => void,
): ThreadState {
  const { offset, at, turn } = event;
  const facts = factsOf(event);
  const isBare = isBareItem(event);
  const first = isOwnFactFolded(event) ? 0 : 1;
  let state = base;
  let next = 0;
  facts.forEach((fact, index) => {
    const firstIndex = isBare ? null : next;
    if (index >= first) visit(fact, firstIndex);
    if (index >= Math.max(start, first) && index < end && !isRollback(fact)) {
      state = reduce(state, placedFact(fact, { offset, at, firstIndex, turn }));
    }
    next += isLegacyCompaction(fact) ? state.ledger.entries.length : itemsOf(fact).length;
  });
  return state;
}

interface FactPlace extends Pick<RefoldEvent, "offset" | "at"> {
  /** Of its items; null: the bare offset names the only one. */
  readonly firstIndex: number | null;
  readonly turn: string | undefined;
}

/** A fact as reducers take it. Two spreads in a literal would take twenty times as long. */
export function placedFact(
  fact: Exclude<Fact, FactOf<"history.rolled-back">>,
  { offset, at, firstIndex, turn }: FactPlace,
): FoldedEvent {
  const placed = Object.assign({ offset, at, firstIndex }, fact);
  placed.offset = offset; // a fact of somebody else's may have members of these names
  placed.at = at;
  placed.firstIndex = firstIndex;
  return turn === undefined ? placed : Object.assign(placed, { turn });
}

/** What an event says, in folding order: its own fact, then the derived ones. */
export function factsOf(event: RefoldEvent): readonly Fact[] {
  return event.derived === undefined ? [event] : [event, ...event.derived];
}

/** Those that count: without the event's own where a derived rollback discards it. */
export function countedFacts(event: RefoldEvent): readonly Fact[] {
  return isOwnFactFolded(event) ? factsOf(event) : (event.derived ?? []);
}

/** The items that a fact holds, oldest first; the list of a legacy compaction is not among them. */
export function itemsOf(fact: Fact): readonly RecordedItem[] {
  if (fact.type === "item.recorded") return [fact.data];
  if (fact.type === "context.injected") return fact.data.items;
  return fact.type === "history.compacted" ? (fact.data.replacement ?? []) : [];
}

/** True when an event records one item and nothing else: its ref is the bare offset. */
export function isBareItem({ type, derived }: RefoldEvent): boolean {
  return type === "item.recorded" && (derived === undefined || !derived.some(holdsItems));
}

function holdsItems(fact: Fact): boolean {
  return isLegacyCompaction(fact) || itemsOf(fact).length > 0;
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

/** The state of a thread in whose log nothing is yet. */
export const initialState: ThreadState = {
  ledger: initialLedger,
  baseline: null,
  checkpoint: null,
  usage: initialUsage,
  turns: initialTurns,
  thread: null,
  log: { head: 0, historyVersion: 0 },
};

/**
 * Folds one fact of an event that survives. Pure and total; a slice that the fact does not change is
 * the same object as before. Rollbacks are resolved before (`foldEvent`, `replay`).
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

/** Where the log ends, and which version of the history that makes: over all of the log. */
function reduceLog(state: LogState, event: FoldedEvent): LogState {
  const head = event.offset + 1;
  const historyVersion = versionMadeBy(event) ?? state.historyVersion;
  return head === state.head && historyVersion === state.historyVersion
    ? state
    : { head, historyVersion };
}

/** The ledger's version that a fact makes; null: it does not rewrite the ledger. */
export function versionMadeBy(fact: Fact): number | null {
  return changes(fact, "version") ? fact.data.historyVersion : null;
}

/** The newest surviving compaction; the ledger being cleared later does not take it back. */
function reduceCheckpoint(
  state: CheckpointState | null,
  event: FoldedEvent,
): CheckpointState | null {
  if (!changes(event, "checkpoint")) return state;
  return checkpointAt(event.offset, event.data, state?.offset ?? null);
}

/** @param previous offset of the surviving checkpoint before it; null: there is none */
export function checkpointAt(
  offset: number,
  { windowNumber, trigger, summary, replaced }: HistoryCompacted["data"],
  previous: number | null,
): CheckpointState {
  return { offset, windowNumber, trigger, summary, replaced, previous };
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
