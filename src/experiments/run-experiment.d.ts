import { Observable } from "rxjs";
import { type ExperimentBase } from "./base.js";
import type { Experiment, VariantMeasures, VariantResult } from "./experiment.js";
export interface RunExperimentOptions {
    /** Variants at a time. Default: 2. */
    readonly jobs?: number;
    /** Goes on with what an earlier run has begun; else that is an error. */
    readonly resume?: boolean;
    /** Ends the run as an interruption does: what was done stays done. */
    readonly signal?: AbortSignal;
    /** Told once, when everything was looked at and nothing is forked yet. */
    readonly onStart?: (start: {
        readonly variants: number;
        readonly begun: number;
    }) => void;
}
/**
 * Forks the base once for each variant and repetition, does there what the plan says, and gives a
 * result for each as it is done; those that an earlier run has done come at once. A variant that fails
 * does not stop the others. Cold; unsubscribing interrupts it.
 *
 * Errors that arrive before anything is forked: `InvalidPlan`, `BaseChanged`, `ExperimentBegun`,
 * `NoModelClient`, `ThreadNotFound`; and `Aborted` when the signal says so.
 */
export declare function runExperiment(experiment: Experiment, options?: RunExperimentOptions): Observable<VariantResult>;
/** What an experiment has come to so far. */
export interface ExperimentResults {
    readonly name: string;
    readonly mode: Experiment["mode"];
    readonly base: Pick<ExperimentBase, "threadId" | "offset"> & {
        readonly measures: VariantMeasures;
        /** The last offset of what a variant goes on with. */
        readonly end: number;
    };
    /** In the plan's order. */
    readonly results: readonly VariantResult[];
}
/**
 * What an experiment's forks say; nothing is run and nothing is written.
 * @throws {InvalidPlan} @throws {BaseChanged} @throws {ThreadNotFound}
 */
export declare function readExperiment(planned: Experiment): Promise<ExperimentResults>;
