import type { EventSource } from "../events/event-source.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { type SurvivingRange } from "../reducers/spine.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { UserInput } from "../runtime/turn.js";
import type { Experiment } from "./experiment.js";
import type { ExperimentPlan } from "./plan.js";
/** What an experiment's variants have in common: a thread up to an offset, and what followed there. */
export interface ExperimentBase {
    readonly threadId: string;
    /** The last offset that all share. */
    readonly offset: number;
    /** Id of the event there. */
    readonly eventId: string;
    /** Of the whole thread. */
    readonly head: number;
    readonly source: EventSource;
    /** At the offset. */
    readonly state: ThreadState;
    /** What survives behind the offset. */
    readonly behind: readonly SurvivingRange[];
}
/**
 * Opens the place that a plan forks from.
 * @throws {ThreadNotFound} @throws {AmbiguousId} @throws {InvalidPlan} there is no such place
 */
export declare function openBase(experiment: Experiment): Promise<ExperimentBase>;
/**
 * What of a log goes on behind an offset: the ranges that survive there, oldest first. Where the
 * offset was rolled back itself, what followed it until then.
 */
export declare function rangesBehind(source: EventSource, offset: number): Promise<readonly SurvivingRange[]>;
/**
 * Folds what survives behind a state, with the states on both sides of each event; events of unknown
 * types, which change nothing, are passed over.
 */
export declare function walkRanges(source: EventSource, from: ThreadState, ranges: readonly SurvivingRange[]): AsyncGenerator<WalkedEvent, undefined>;
type Turns = ExperimentPlan["turns"];
/** What the base went on with behind the offset: so many of its turns. */
export declare function continuationOf(base: ExperimentBase, turns: Turns): AsyncGenerator<WalkedEvent, undefined>;
/** How many turns the base went on for, the rest of a running one included. */
export declare function turnsBehind(base: ExperimentBase): Promise<number>;
/**
 * What the user says in each turn of a run: as planned, else as recorded. Null: the turn that the
 * offset lies in goes on, with nothing new said.
 */
export declare function inputsOf(base: ExperimentBase, { inputs, turns }: Pick<ExperimentPlan, "inputs" | "turns">): Promise<readonly (UserInput | null)[]>;
export {};
