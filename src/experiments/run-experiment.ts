import { checkLimit, isRefoldError } from "../errors.js";
import { modelError } from "../runtime/errors.js";
import { experimentBegun } from "./errors.js";
import { setMaxListeners } from "node:events";
import { defer, from, mergeMap, Observable, type Subscriber } from "rxjs";
import { continuationOf, type ExperimentBase } from "./base.js";
import { Budget } from "./budget.js";
import { doTask } from "./do-task.js";
import type { Experiment, VariantMeasures, VariantResult } from "./experiment.js";
import { measureBase } from "./measure-variant.js";
import { type PreparedExperiment, prepareExperiment } from "./prepare.js";
import { readResult, spentBy, type Task } from "./tasks.js";

export interface RunExperimentOptions {
  /** Variants at a time. Default: 2. */
  readonly jobs?: number;
  /** Goes on with what an earlier run has begun; else that is an error. */
  readonly resume?: boolean;
  /** Ends the run as an interruption does: what was done stays done. */
  readonly signal?: AbortSignal;
  /** Told once, when everything was looked at and nothing is forked yet. */
  readonly onStart?: (start: { readonly variants: number; readonly begun: number }) => void;
}

const DEFAULT_JOBS = 2;

/**
 * Forks the base once for each variant and repetition, does there what the plan says, and gives a
 * result for each as it is done; those that an earlier run has done come at once. A variant that fails
 * does not stop the others. Cold; unsubscribing interrupts it.
 *
 * Errors that arrive before anything is forked: `invalid-plan`, `base-changed`, `experiment-begun`,
 * `no-model-client`, `thread-not-found`; and `aborted` when the signal says so.
 */
export function runExperiment(
  experiment: Experiment,
  options: RunExperimentOptions = {},
): Observable<VariantResult> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const signal = AbortSignal.any([options.signal ?? [], controller.signal].flat());
    setMaxListeners(0, signal); // every request under way listens to it
    drive(experiment, { ...options, signal }, subscriber).catch((error: unknown) =>
      subscriber.error(errorOf(error, signal)),
    );
    return () => controller.abort();
  });
}

async function drive(
  experiment: Experiment,
  options: RunExperimentOptions & { readonly signal: AbortSignal },
  subscriber: Subscriber<VariantResult>,
): Promise<void> {
  const { jobs = DEFAULT_JOBS, resume = false, signal, onStart } = options;
  checkLimit("jobs", jobs, 1); // with none no variant would ever be begun
  const prepared = await prepareExperiment(experiment);
  const { tasks, begun, base } = prepared;
  if (begun.size > 0 && !resume) throw await alreadyBegun(prepared);
  const { tokens = null, requests = null } = experiment.budget ?? {};
  const used = resume ? await spentBy(tasks, experiment.store) : { tokens: 0, requests: 0 };
  const budget = new Budget({ tokens, requests }, used);
  const measured = await measureBase(prepared.experiment, base);
  signal.throwIfAborted();
  onStart?.({ variants: tasks.length, begun: begun.size });
  const parts = { prepared, measured, budget, signal };
  const underWay = new Set<Promise<unknown>>();
  const start = (task: Task): Promise<VariantResult> => {
    signal.throwIfAborted();
    const doing = doTask(task, parts);
    underWay.add(doing);
    return doing.finally(() => underWay.delete(doing));
  };
  await from(tasks)
    .pipe(mergeMap((task) => defer(async () => start(task)), jobs))
    .forEach((result) => subscriber.next(result))
    .finally(() => Promise.allSettled(underWay)); // whoever is told of the end may close the store
  subscriber.complete();
}

/** An interruption is one of ours, whatever the signal was aborted with. */
function errorOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted || isRefoldError(error, "aborted")) return error;
  return modelError("aborted", { provider: "experiment", cause: error });
}

async function alreadyBegun({ experiment, tasks, begun }: PreparedExperiment) {
  const results = await Promise.all(tasks.map((task) => readResult(task, experiment)));
  const done = results.filter(({ outcome }) => outcome === "done").length;
  return experimentBegun(experiment.name, { begun: begun.size, done, all: tasks.length });
}

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
 * @throws {RefoldError} `invalid-plan`, `base-changed`, `thread-not-found`
 */
export async function readExperiment(planned: Experiment): Promise<ExperimentResults> {
  const { experiment, base, tasks } = await prepareExperiment(planned, { reading: true });
  const { threadId, offset } = base;
  const { measures } = await measureBase(experiment, base);
  let end = offset;
  for await (const { event } of continuationOf(base, experiment.turns)) end = event.offset;
  const results: VariantResult[] = [];
  for (const task of tasks) results.push(await readResult(task, experiment));
  const { name, mode } = experiment;
  return { name, mode, base: { threadId, offset, measures, end }, results };
}
