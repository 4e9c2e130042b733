import { RefoldError, type PlanProblem } from "../errors.js";
import { nounFor } from "../projections/display-text.js";

/** An experiment of this name was begun on this base already, and nobody said to go on with it. */
export function experimentBegun(
  experiment: string,
  variants: Readonly<{ begun: number; done: number; all: number }>,
): RefoldError<"experiment-begun"> {
  const { begun, done, all } = variants;
  const counts = `${begun} of ${all} ${nounFor(all, "variant")}, ${done} done`;
  const message = `experiment ${experiment} was begun already: ${counts}`;
  const remedy =
    "Resume it (--resume), look at what it has (experiment show), or give the plan another name.";
  return new RefoldError("experiment-begun", { experiment, ...variants }, { message, remedy });
}

/** A place in a plan: names of members and indices of lists, from the outside in. */
export type PlanPath = readonly (string | number)[];

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
export function invalidPlan(
  problems: readonly PlanProblem[],
  source?: PlanSource,
): RefoldError<"invalid-plan"> {
  const more = problems.length - SHOWN_PROBLEMS;
  const sentences = problems.slice(0, SHOWN_PROBLEMS).map((problem) => sentence(problem, source));
  const nearest = problems.flatMap((problem) => problem.nearest?.slice(0, 3) ?? []);
  const message = [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
  const remedy = nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : undefined;
  return new RefoldError("invalid-plan", { problems }, { message, remedy });
}

function sentence({ path, message }: PlanProblem, source: PlanSource | undefined): string {
  const where = path.length === 0 ? "the plan" : path.join(".");
  if (source === undefined) return `${where}: ${message}`;
  const place = source.locate(path);
  const line = place === null ? "" : `:${place.line}:${place.column}`;
  return `${source.name}${line}: ${where}: ${message}`;
}

/** A variant is to be run, and nothing is there that could ask its model. */
export function noModelClient(
  variant: string,
  reason: string,
  { remedy, cause }: { readonly remedy?: string; readonly cause?: unknown } = {},
): RefoldError<"no-model-client"> {
  const text = { message: `variant ${variant}: ${reason}`, remedy };
  return new RefoldError("no-model-client", { variant }, text, { cause });
}
