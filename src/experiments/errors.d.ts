import { RefoldError } from "../errors.js";
/** The thread that an experiment was begun on is not what it was then. */
export declare class BaseChanged extends RefoldError {
    readonly threadId: string;
    readonly experiment: string;
    /** What is not the same, for people. */
    readonly change: string;
    readonly code = "base-changed";
    readonly name = "BaseChanged";
    readonly remedy = "Give the experiment another name to begin it anew on the base as it is now.";
    constructor(threadId: string, experiment: string, 
    /** What is not the same, for people. */
    change: string);
}
/** The next request could go beyond the experiment's budget, and was not sent. */
export declare class BudgetExhausted extends RefoldError {
    readonly budget: "tokens" | "requests";
    readonly counts: Readonly<{
        allowed: number;
        used: number;
        needed: number;
    }>;
    readonly code = "budget-exhausted";
    readonly name = "BudgetExhausted";
    readonly remedy = "Resume the experiment with a larger budget: it goes on where it stopped.";
    constructor(budget: "tokens" | "requests", counts: Readonly<{
        allowed: number;
        used: number;
        needed: number;
    }>);
}
/** An experiment of this name was begun on this base already, and nobody said to go on with it. */
export declare class ExperimentBegun extends RefoldError {
    readonly experiment: string;
    readonly variants: Readonly<{
        begun: number;
        done: number;
        all: number;
    }>;
    readonly code = "experiment-begun";
    readonly name = "ExperimentBegun";
    readonly remedy = "Resume it (--resume), look at what it has (experiment show), or give the plan another name.";
    constructor(experiment: string, variants: Readonly<{
        begun: number;
        done: number;
        all: number;
    }>);
}
/** A place in a plan: names of members and indices of lists, from the outside in. */
export type PlanPath = readonly (string | number)[];
/** One thing that is wrong with a plan. */
export interface PlanProblem {
    readonly path: PlanPath;
    readonly message: string;
    /** Names that exist and are spelled most alike, nearest first. */
    readonly nearest?: readonly string[];
}
/** Where a plan was read from, so that its problems can be found in it. */
export interface PlanSource {
    /** The file. */
    readonly name: string;
    /** Line and column of a place, from 1; null: it is not there. */
    locate(path: PlanPath): {
        readonly line: number;
        readonly column: number;
    } | null;
}
/** An experiment cannot be run as it is planned. Nothing was forked. */
export declare class InvalidPlan extends RefoldError {
    readonly problems: readonly PlanProblem[];
    readonly code = "invalid-plan";
    readonly name = "InvalidPlan";
    readonly remedy: string | undefined;
    constructor(problems: readonly PlanProblem[], source?: PlanSource);
}
/** A variant is to be run, and nothing is there that could ask its model. */
export declare class NoModelClient extends RefoldError {
    readonly variant: string;
    readonly code = "no-model-client";
    readonly name = "NoModelClient";
    readonly remedy: string | undefined;
    constructor(variant: string, reason: string, options?: {
        readonly remedy?: string;
        readonly cause?: unknown;
    });
}
