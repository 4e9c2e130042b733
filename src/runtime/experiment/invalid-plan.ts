import { RefoldError } from "../../errors.js";

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
