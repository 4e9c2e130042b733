import type { OwnEventType } from "../events/own-event.js";
import { type OwnFold } from "../reducers/replay-events.js";
import { type Answer, type InvariantFacts, type LogInvariant, type LogStep } from "./invariants/invariant.js";
/** What always holds of a state of one's own. */
export interface FoldInvariant<State> extends InvariantFacts {
    readonly fold: OwnFold<State>;
    /** @returns what does not hold of the state at the step's event; `HOLDS` or an empty list: nothing */
    check(state: State, step: LogStep): Answer;
}
/**
 * An invariant over a fold of one's own, for `checkInvariants(source, {own})`. The fold is held to
 * what ours are held to: states are as of, so a rollback goes back (law 1); it changes neither an
 * event nor an older state, and gives the same when asked again (law 2).
 */
export declare function foldInvariant<State>(of: FoldInvariant<State>): LogInvariant;
/** Events of these types are what their schemas describe, for `checkInvariants(source, {own})`. */
export declare function eventForm(types: readonly OwnEventType[]): LogInvariant;
