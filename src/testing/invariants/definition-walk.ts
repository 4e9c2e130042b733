import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { initialState } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { DefinedStates } from "../definition.js";
import type { LogStep } from "./invariant.js";

/**
 * Walks a log by the definition of its states (law 1): each folded onto the one before it, or
 * onto the one that it goes back to. Only those states are kept that something goes back to. Events
 * and states are frozen, so that nobody who looks at them can change them.
 */
export class DefinitionWalk {
  readonly #states: DefinedStates;
  readonly #sampled: ReadonlySet<number>;
  #previous: LogEvent | null = null;

  /**
   * @param targets every offset that an event of the log goes back to
   * @param sampled offsets at which prompts are looked at
   */
  constructor(targets: ReadonlySet<number>, sampled: ReadonlySet<number>) {
    deepFreeze(initialState);
    this.#states = new DefinedStates(targets);
    this.#sampled = sampled;
  }

  /** Takes the next event of the log; one that cannot be folded is the last. */
  take(given: LogEvent): LogStep {
    const event = frozenCopy(given);
    const known = isKnownEvent(event) ? event : null;
    const { newest: before } = this.#states;
    const previous = this.#previous;
    this.#previous = event;
    const isSampled = this.#sampled.has(event.offset);
    const base = this.#states.baseOf(event);
    let after = base;
    let thrown: unknown;
    try {
      after = frozenBeside(this.#states.take(event), base);
    } catch (error) {
      thrown = error;
    }
    return { event, known, previous, before, base, after, thrown, isSampled };
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

/** Freezes a value and all it holds, so that whoever changes it is found out. */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values<unknown>({ ...next })) left.push(member);
  }
  return value;
}
