import { isDeepStrictEqual } from "node:util";
import { invalidArgument, isRefoldError } from "../errors.js";
import type { OwnEventType } from "../events/own-event.js";
import { type OwnFold, OwnStates } from "../reducers/replay-events.js";
import {
  type Answer,
  eachEvent,
  type Finding,
  HOLDS,
  type InvariantFacts,
  type LogInvariant,
  type LogStep,
} from "./invariants/invariant.js";

/** What always holds of a state of your own. */
export interface FoldInvariant<State> extends InvariantFacts {
  readonly fold: OwnFold<State>;
  /** @returns what does not hold of the state at the step's event; `HOLDS` or an empty list: nothing */
  check(state: State, step: LogStep): Answer;
}

/**
 * An invariant over a fold of your own, for `checkInvariants(source, {own})`. The fold is held to
 * what ours are held to: states are as of, so a rollback goes back (law 1); it changes neither an
 * event nor an older state, and gives the same when asked again (law 2).
 */
export function foldInvariant<State>(of: FoldInvariant<State>): LogInvariant {
  const { fold, name, sentence, source, remedy } = of;
  return {
    ...{ over: "log", name, sentence, source, remedy },
    begin: () => {
      const impure: Finding[] = [];
      const reduce: typeof fold.reduce = (state, event) => {
        try {
          const after = frozen(fold.reduce(state, event));
          if (!isDeepStrictEqual(fold.reduce(state, event), after)) {
            const message = "the fold gives another state when asked again";
            impure.push({ place: event.type, message });
          }
          return after;
        } catch (error) {
          const words = error instanceof Error ? error.name : "no error";
          const message = isRefoldError(error) ? error.message : `the fold threw ${words}`;
          impure.push({ place: event.type, message });
          return state;
        }
      };
      const states = new OwnStates({ initial: frozen(fold.initial), reduce });
      return {
        take: (step) => {
          const state = states.take(step.event);
          return [...impure.splice(0), ...(of.check(state, step) ?? HOLDS)];
        },
      };
    },
  };
}

/** The same value, which throws where somebody changes it, maps and sets too. */
function frozen<State>(state: State): State {
  const left: unknown[] = [state];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    if (ArrayBuffer.isView(next)) continue; // there is no freezing of bytes
    if (next instanceof Map || next instanceof Set) {
      for (const name of CHANGING) Object.defineProperty(next, name, { value: refuseChange });
      for (const entry of next.entries()) left.push(...entry);
    }
    for (const member of Object.values(Object.freeze(next))) left.push(member);
  }
  return state;
}

const CHANGING = ["set", "add", "delete", "clear"] as const;

function refuseChange(): never {
  throw invalidArgument("the fold changed a map or a set of its state");
}

/** Events of these types are what their schemas describe, for `checkInvariants(source, {own})`. */
export function eventForm(types: readonly OwnEventType[]): LogInvariant {
  const byName = new Map(types.map((type) => [type.type, type]));
  return {
    over: "log",
    name: "own/event-form",
    sentence: "An event of a type of one's own is what its schema describes.",
    source: "the schemas handed in",
    remedy: "record it with thread.recordEvent, which checks it",
    begin: eachEvent(({ event }) => {
      const type = byName.get(event.type);
      if (type === undefined) return undefined;
      const { error } = type.schema.safeParse(event.data);
      return (error?.issues ?? []).map(({ path, message }) => ({
        place: [type.type, ...path].map(String).join("."),
        message,
      }));
    }),
  };
}
