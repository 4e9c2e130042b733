import { RefoldError } from "../errors.js";
import { nounFor } from "../projections/display-text.js";

/** The thread that an experiment was begun on is not what it was then. */
export class BaseChanged extends RefoldError {
  readonly code = "base-changed";
  override readonly name = "BaseChanged";
  override readonly remedy =
    "Give the experiment another name to begin it anew on the base as it is now.";
  constructor(
    readonly threadId: string,
    readonly experiment: string,
    /** What is not the same, for people. */
    readonly change: string,
  ) {
    super(`experiment ${experiment}: its base ${threadId} changed since the last run: ${change}`);
  }
}

/** The next request could go beyond the experiment's budget, and was not sent. */
export class BudgetExhausted extends RefoldError {
  readonly code = "budget-exhausted";
  override readonly name = "BudgetExhausted";
  override readonly remedy =
    "Resume the experiment with a larger budget: it goes on where it stopped.";
  constructor(
    readonly budget: "tokens" | "requests",
    readonly counts: Readonly<{ allowed: number; used: number; needed: number }>,
  ) {
    const { allowed, used, needed } = counts;
    super(
      `the budget of ${allowed} ${budget} is used up: ${used} used, the next needs up to ${needed}`,
    );
  }
}

/** An experiment of this name was begun on this base already, and nobody said to go on with it. */
export class ExperimentBegun extends RefoldError {
  readonly code = "experiment-begun";
  override readonly name = "ExperimentBegun";
  override readonly remedy =
    "Resume it (--resume), look at what it has (experiment show), or give the plan another name.";
  constructor(
    readonly experiment: string,
    readonly variants: Readonly<{ begun: number; done: number; all: number }>,
  ) {
    const { begun, done, all } = variants;
    super(
      `experiment ${experiment} was begun already: ${begun} of ${all} ${nounFor(all, "variant")}, ${done} done`,
    );
  }
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
  locate(path: PlanPath): { readonly line: number; readonly column: number } | null;
}

/** Of a file that is no plan at all there would be hundreds. */
const SHOWN_PROBLEMS = 10;

/** An experiment cannot be run as it is planned. Nothing was forked. */
export class InvalidPlan extends RefoldError {
  readonly code = "invalid-plan";
  override readonly name = "InvalidPlan";
  override readonly remedy: string | undefined;
  constructor(
    readonly problems: readonly PlanProblem[],
    source?: PlanSource,
  ) {
    const more = problems.length - SHOWN_PROBLEMS;
    const sentences = problems.slice(0, SHOWN_PROBLEMS).map((problem) => sentence(problem, source));
    super([...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
    const nearest = problems.flatMap((problem) => problem.nearest?.slice(0, 3) ?? []);
    this.remedy = nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : undefined;
  }
}

function sentence({ path, message }: PlanProblem, source: PlanSource | undefined): string {
  const where = path.length === 0 ? "the plan" : path.join(".");
  if (source === undefined) return `${where}: ${message}`;
  const place = source.locate(path);
  const line = place === null ? "" : `:${place.line}:${place.column}`;
  return `${source.name}${line}: ${where}: ${message}`;
}

/** A variant is to be run, and nothing is there that could ask its model. */
export class NoModelClient extends RefoldError {
  readonly code = "no-model-client";
  override readonly name = "NoModelClient";
  override readonly remedy: string | undefined;
  constructor(
    readonly variant: string,
    reason: string,
    options: { readonly remedy?: string; readonly cause?: unknown } = {},
  ) {
    super(`variant ${variant}: ${reason}`, { cause: options.cause });
    this.remedy = options.remedy;
  }
}
