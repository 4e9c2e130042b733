import { type UserInput } from "../runtime/turn.js";
import type { ExperimentBase } from "./base.js";
import { type Budget } from "./budget.js";
import type { ClientWish, Experiment, ExperimentClient } from "./experiment.js";
import type { Task } from "./tasks.js";
import type { VariantThread } from "./variant-thread.js";
/** What a run is driven with. */
export interface RunParts {
    readonly experiment: Experiment;
    readonly budget: Budget;
    /** What the user says, turn by turn; null: the turn that the offset lies in goes on. */
    readonly inputs: readonly (UserInput | null)[];
    /** Turns that an earlier run has done. */
    readonly doneTurns: number;
}
/**
 * Goes on in a variant's fork with a real model and tools, turn by turn; each turn that has ended is a
 * step that a later run need not do again.
 * @throws {ModelError} @throws {BudgetExhausted} @throws {Aborted} the turn is marked as aborted
 */
export declare function runVariant(thread: VariantThread, parts: RunParts): Promise<void>;
/** What an experiment asks a client for. */
export declare function clientWish({ variant, mark }: Task, base: ExperimentBase, turn: number): ClientWish;
/** @throws {NoModelClient} */
export declare function clientFor({ client }: Experiment, wish: ClientWish): Promise<ExperimentClient>;
