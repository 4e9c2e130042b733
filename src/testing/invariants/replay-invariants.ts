import { isDeepStrictEqual } from "node:util";
import type { EventSource } from "../../events/event-source.js";
import { isJsonObject } from "../../events/json.js";
import { findBase } from "../../reducers/checkpoint-base.js";
import { isSameJson } from "../../reducers/diff-states.js";
import { ForwardReplay } from "../../reducers/replay.js";
import { resumeState } from "../../reducers/resume.js";
import { SharedSequence } from "../../reducers/sequence.js";
import type { LedgerState, ThreadState } from "../../reducers/thread-state.js";
import { eachKnown, type Finding, HOLDS, type LogInvariant } from "./invariant.js";

export const oneDefinition: LogInvariant = {
  over: "log",
  name: "log/one-definition",
  sentence:
    "Replaying gives at each offset the state that the definition gives: the event folded onto the " +
    "state before it, or onto the one that it goes back to.",
  source: "docs/architecture.md, law 1",
  remedy: "a defect of replay: report it",
  begin: ({ source }) => {
    const forward = new ForwardReplay(source);
    const comparison = new StateComparison();
    return {
      take: ({ event, after, thrown }) => {
        if (thrown !== undefined) return undefined; // log/folds-purely tells of it
        const reading = forward.take(event);
        if (reading === undefined) return comparison.compare(forward.state, after);
        return reading.then(() => comparison.compare(forward.state, after));
      },
    };
  },
};

/** After a longer tail a reader replays the whole log: there is nothing to compare. */
const LONGEST_TAIL_EVENTS = 10_000;

export const resumeIsReplay: LogInvariant = {
  over: "log",
  name: "log/resume-is-replay",
  sentence: "Resuming from the newest checkpoint gives the state that replaying everything gives.",
  source: "docs/architecture.md, law 8",
  remedy: "a checkpoint does not say what it has to: see log/checkpoints-whole",
  begin: ({ source }) => {
    const bases = new Set<number>();
    return {
      take: ({ event: { offset }, known, after, isSampled }) => {
        if (known !== null && findBase(known) !== null) bases.add(offset);
        const checkpoint = after.checkpoint?.offset ?? -1;
        if (!isSampled || source.readBackward === undefined || !bases.has(checkpoint)) {
          return undefined;
        }
        if (offset - checkpoint >= LONGEST_TAIL_EVENTS) return undefined;
        return compareResumed(source, offset, after);
      },
    };
  },
};

async function compareResumed(source: EventSource, to: number, after: ThreadState) {
  const found = new StateComparison().compare(await resumeState(source, { to }), after);
  return found.map(({ place, message }) => ({ place: `resumed ${place}`, message }));
}

export const foldsPurely: LogInvariant = {
  over: "log",
  name: "log/folds-purely",
  sentence: "Folding an event never fails, and changes neither the event nor an older state.",
  source: "docs/architecture.md, law 2",
  remedy: "a defect of a reducer: report it",
  // Events and states are frozen: what changes one throws.
  begin: eachKnown(({ type }, { thrown }) => {
    if (thrown === undefined) return HOLDS;
    const words = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : "no error";
    return [{ place: type, message: `folding it threw ${words}; what follows is not checked` }];
  }),
};

const SLICES = ["baseline", "checkpoint", "usage", "turns", "thread", "log"] as const;

/** Two folds of one state. */
type Pair<State> = readonly [folded: State, defined: State];

/** Compares two folds of one log as they go, at the cost of what is new. */
class StateComparison {
  #last: Pair<ThreadState> | null = null;

  /**
   * @param state a replay's
   * @param defined what it should be
   */
  compare(state: ThreadState, defined: ThreadState): readonly Finding[] {
    const last = this.#last;
    this.#last = [state, defined];
    const pair = [state, defined] as const;
    const found: Finding[] = [];
    for (const place of SLICES) {
      if (isAsBefore(place, pair, last) || isSame(state[place], defined[place])) continue;
      found.push({ place, message: "it is not what the definition gives" });
    }
    if (isAsBefore("ledger", pair, last)) return found;
    const compared = last === null ? null : ([last[0].ledger, last[1].ledger] as const);
    found.push(...differentLedger([state.ledger, defined.ledger], compared));
    return found;
  }
}

/** The slice `log`, which each event changes, is told by its members: looking for differences takes longer. */
function isSame(one: unknown, other: unknown): boolean {
  return haveSameMembers(one, other) || isDeepStrictEqual(one, other);
}

function haveSameMembers(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  let count = 0;
  for (const name in one) {
    if (one[name] === undefined || !Object.is(one[name], other[name])) return false;
    count += 1;
  }
  return count === Object.keys(other).length;
}

/** Both states have the slice that they had when they were compared last. */
function isAsBefore(
  name: keyof ThreadState,
  [state, defined]: Pair<ThreadState>,
  last: Pair<ThreadState> | null,
): boolean {
  return last?.[0][name] === state[name] && last[1][name] === defined[name];
}

/** @param compared the ledgers compared before; what these still have of them is not compared again */
function differentLedger(
  [one, other]: Pair<LedgerState>,
  compared: Pair<LedgerState> | null,
): readonly Finding[] {
  const { entries } = one;
  const { entries: defined } = other;
  const isSame = isSameJson({ ...one, entries: null }, { ...other, entries: null });
  const found: Finding[] = isSame
    ? []
    : [{ place: "ledger", message: "its totals are not as defined" }];
  if (entries.length !== defined.length) {
    const message = `${entries.length} items, defined are ${defined.length}`;
    return [...found, { place: "ledger", message }];
  }
  const [older, olderDefined] = compared ?? [null, null];
  const shared =
    older === null
      ? 0
      : Math.min(
          SharedSequence.sharedLength(entries, older.entries),
          SharedSequence.sharedLength(defined, olderDefined.entries),
        );
  for (let place = shared; place < entries.length; place += 1) {
    const [entry, definition] = [entries.at(place), defined.at(place)];
    const isOld =
      entry === older?.entries.at(place) && definition === olderDefined?.entries.at(place);
    if (isOld || isSameJson(entry, definition)) continue;
    return [...found, { place: `ledger item ${place}`, message: "it is another item" }];
  }
  return found;
}
