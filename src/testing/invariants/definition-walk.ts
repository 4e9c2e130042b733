import type { LogEvent } from "../../events/event.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import { initialState, newestVersionOf } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { foldByDefinition } from "../definition.js";
import type { LogStep } from "./invariant.js";

/**
 * Walks a log by the definition of its states (law 1): each folded onto the one before it, or
 * onto the one that it goes back to. Only those states are kept that something goes back to. Events
 * and states are frozen, so that nobody who looks at them can change them.
 */
export class DefinitionWalk {
  readonly #targets: ReadonlySet<number>;
  readonly #sampled: ReadonlySet<number>;
  readonly #kept = new Map<number, ThreadState>();
  #state = initialState;
  #previous: LogEvent | null = null;

  /**
   * @param targets every offset that an event of the log goes back to
   * @param sampled offsets at which prompts are looked at
   */
  constructor(targets: ReadonlySet<number>, sampled: ReadonlySet<number>) {
    this.#targets = targets;
    this.#sampled = sampled;
  }

  /** Takes the next event of the log. */
  take(given: LogEvent): LogStep {
    const event = frozenCopy(given);
    const known = isKnownEvent(event) ? event : null;
    const before = this.#state;
    this.#keepForMissing(event.offset);
    const to = known === null ? null : rollbackOf(known);
    const base = to === null ? before : this.#stateAt(to);
    const { after, thrown } = fold(event, base);
    const version = known === null ? null : newestVersionOf(known);
    const historyVersion = version ?? before.log.historyVersion;
    this.#state = frozen({ ...after, log: { head: event.offset + 1, historyVersion } });
    if (this.#targets.has(event.offset)) this.#kept.set(event.offset, this.#state);
    const previous = this.#previous;
    this.#previous = event;
    const isSampled = this.#sampled.has(event.offset);
    return { event, known, previous, before, base, after: this.#state, thrown, isSampled };
  }

  /** Where an event is missing that something goes back to, the state before it stands for it. */
  #keepForMissing(offset: number): void {
    const next = (this.#previous?.offset ?? -1) + 1;
    if (offset <= next) return;
    for (const target of this.#targets) {
      if (target >= next && target < offset) this.#kept.set(target, this.#state);
    }
  }

  #stateAt(offset: number): ThreadState {
    return this.#kept.get(offset) ?? initialState;
  }
}

function fold(event: LogEvent, base: ThreadState): Pick<LogStep, "after" | "thrown"> {
  if (!isKnownEvent(event)) return { after: base, thrown: undefined };
  try {
    return { after: foldByDefinition(event, () => base), thrown: undefined };
  } catch (thrown) {
    return { after: base, thrown };
  }
}

/** The ledger's sequence keeps its elements to itself; they are frozen copies already. */
function frozen(state: ThreadState): ThreadState {
  for (const slice of [state.baseline, state.checkpoint, state.usage, state.turns]) {
    deepFreeze(slice);
  }
  Object.freeze(state.ledger);
  deepFreeze(state.thread);
  deepFreeze(state.log);
  return Object.freeze(state);
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
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (key === "__proto__") {
      Object.defineProperty(copy, key, { value: copyOf(member), enumerable: true });
    } else copy[key] = copyOf(member);
  }
  return Object.freeze(copy);
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
