import type { Budget } from "./budget.js";
import type { VariantResult } from "./experiment.js";
import { type MeasuredBase } from "./measure-variant.js";
import type { PreparedExperiment } from "./prepare.js";
import { type Task } from "./tasks.js";
/** What the tasks of an experiment share. */
interface TaskParts {
    readonly prepared: PreparedExperiment;
    readonly measured: MeasuredBase;
    readonly budget: Budget;
    readonly signal: AbortSignal;
}
/**
 * Does one task, or what an earlier run has left of it. A variant that fails says so in its log and
 * in its result.
 * @throws what the signal was aborted with: then the fork is left as an interruption leaves it
 */
export declare function doTask(task: Task, parts: TaskParts): Promise<VariantResult>;
export {};
