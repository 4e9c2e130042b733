import type { UserInput } from "../runtime/turn.js";
import { type ExperimentBase } from "./base.js";
import type { Experiment } from "./experiment.js";
import { type Task } from "./tasks.js";
/** An experiment that can be run: everything that could be wrong with it was looked at. */
export interface PreparedExperiment {
    readonly experiment: Experiment;
    readonly base: ExperimentBase;
    readonly tasks: readonly Task[];
    /** Of a run: what the user says, turn by turn. */
    readonly inputs: readonly (UserInput | null)[];
    /** Threads of the tasks that an earlier run has begun. */
    readonly begun: ReadonlySet<string>;
}
/**
 * Looks at everything before anything is forked. Who only reads needs no client.
 * @throws {InvalidPlan} @throws {BaseChanged} @throws {NoModelClient} @throws {ThreadNotFound}
 */
export declare function prepareExperiment(experiment: Experiment, { reading }?: {
    readonly reading?: boolean;
}): Promise<PreparedExperiment>;
