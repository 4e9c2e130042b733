import type { ExperimentBase } from "./base.js";
import { continuationOf } from "./continuation.js";
import type { Experiment } from "./experiment.js";
import type { VariantMeasures } from "./measures.js";
import { measureBase } from "./measure-variant.js";
import { prepareExperiment } from "./prepare.js";
import { readResult } from "./read-result.js";
import type { VariantResult } from "./variant-result.js";

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
