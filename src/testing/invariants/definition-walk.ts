import { type EventSource, runsOf } from "../../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import { initialState } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { deepFreeze } from "../../store/memory.js";
import { DefinedStates } from "../definition.js";
import type { LogStep } from "./invariant.js";

/** A step of which is not known yet whether a turn ends with it. */
export interface TakenStep extends Omit<LogStep, "isSampled"> {
  isSampled: boolean;
}

/**
 * Walks a log by the definition of its states (law 1): each folded onto the one before it, or
 * onto the one that it goes back to. Only those states are kept that something goes back to: where
 * there is a first event that does, the log is read once more up to it. Events and states are frozen, so
 * that nobody who looks at them can change them.
 */
export class DefinitionWalk {
  readonly #source: EventSource;
  #states = new DefinedStates(new Set());
  #hasTargets = false;
  #previous: LogEvent | null = null;
  #taken = 0;

  /** @param source where the events come from, for what has to be read again */
  constructor(source: EventSource) {
    deepFreeze(initialState);
    this.#source = source;
  }

  /**
   * Takes the next event of the log; one that cannot be folded is the last.
   * @returns a promise when something has to be read again: wait for it before the next event
   */
  take(given: LogEvent): TakenStep | Promise<TakenStep> {
    const event = frozenCopy(given);
    const known = isKnownEvent(event) ? event : null;
    const isSettled = this.#hasTargets || known === null || rollbackOf(known) === null;
    if (isSettled) return this.#step(event, known);
    return this.#keepTargets().then(() => this.#step(event, known));
  }

  #step(event: LogEvent, known: RefoldEvent | null): TakenStep {
    const { newest: before } = this.#states;
    const previous = this.#previous;
    this.#previous = event;
    this.#taken += 1;
    const { base, after, thrown } = fold(this.#states, event);
    return { event, known, previous, before, base, after, thrown, isSampled: false };
  }

  /** Finds out what all of the log goes back to, and folds once more what was taken. */
  async #keepTargets(): Promise<void> {
    this.#hasTargets = true;
    const targets = new Set<number>();
    for await (const run of runsOf(this.#source)) {
      for (const event of run) {
        const to = isKnownEvent(event) ? rollbackOf(event) : null;
        if (to !== null) targets.add(to);
      }
    }
    this.#states = new DefinedStates(targets);
    let left = this.#taken;
    for await (const run of runsOf(this.#source)) {
      for (const event of run.slice(0, left)) fold(this.#states, frozenCopy(event));
      left -= run.length;
      if (left <= 0) return;
    }
  }
}

function fold(states: DefinedStates, event: LogEvent): Pick<LogStep, "base" | "after" | "thrown"> {
  const base = states.baseOf(event);
  try {
    return { base, after: frozenBeside(states.take(event, base), base), thrown: undefined };
  } catch (thrown) {
    return { base, after: base, thrown };
  }
}

/**
 * A copy of plain data that nobody can change: who tries is told by a `TypeError`. Strings are
 * shared, so that a copy of a large log is cheap.
 */
function frozenCopy<Value>(value: Value): Value {
  // Object by object the same members: no type can say that of a generic value.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) {
    const member = copy[key];
    if (typeof member === "object" && member !== null) copy[key] = copyOf(member);
  }
  return Object.freeze(copy);
}

/** Freezes a state. What it has in common with a frozen one need not be looked at, which is nearly all. */
function frozenBeside(state: ThreadState, frozen: ThreadState): ThreadState {
  let slice: keyof ThreadState;
  for (slice in state) if (state[slice] !== frozen[slice]) deepFreeze(state[slice]);
  return Object.freeze(state);
}
