import { RefoldError } from "../../errors.js";
import type { ThreadLog } from "../thread-log.js";
import { fragmentRegistry } from "../fragments/registry.js";
import { SYSTEM_CLOCK } from "../open-thread.js";
import { storedSource } from "../travel.js";
import type { Budget } from "./budget.js";
import { continuationOf } from "./continuation.js";
import { forkForTask, reopenFork } from "./forked-log.js";
import { markFact } from "./marks.js";
import { measureVariant, type MeasuredBase } from "./measure-variant.js";
import type { VariantMeasures } from "./measures.js";
import type { PreparedExperiment } from "./prepare.js";
import { readResult } from "./read-result.js";
import { replayVariant } from "./replay-variant.js";
import { runVariant } from "./run-variant.js";
import type { Task } from "./tasks.js";
import type { VariantResult } from "./variant-result.js";
import { VariantThread } from "./variant-thread.js";

/** What the tasks of an experiment share. */
export interface TaskParts {
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
export async function doTask(task: Task, parts: TaskParts): Promise<VariantResult> {
  const { experiment } = parts.prepared;
  const known = await readResult(task, experiment);
  if (known.outcome === "done") return known;
  let log: ThreadLog | null = null;
  try {
    const opened = await openFork(task, parts);
    ({ log } = opened);
    await goOn(opened, task, parts);
    const measures = await measure(log, task, parts);
    const words = `variant ${task.mark.variant} is done`;
    const fact = markFact("experiment.result", { measures }, words);
    await log.commit(() => ({ facts: [fact] }));
    return { ...known, outcome: "done", failure: null, measures };
  } catch (error) {
    if (parts.signal.aborted) throw error;
    const failure = failureOf(error);
    const fact = markFact("experiment.failed", failure, `variant ${task.mark.variant} failed`);
    await log?.commit(() => ({ facts: [fact] }));
    return { ...known, outcome: "failed", failure, measures: null };
  } finally {
    await log?.close();
  }
}

interface OpenedFork {
  readonly log: ThreadLog;
  /** Null: the fork has not become the variant yet. */
  readonly doneTurns: number | null;
}

async function openFork(task: Task, { prepared }: TaskParts): Promise<OpenedFork> {
  const { experiment, base, begun } = prepared;
  const { store, clock = SYSTEM_CLOCK } = experiment;
  if (begun.has(task.threadId)) return reopenFork(task, base, { store, clock });
  return { log: await forkForTask(task, base, { store, clock }), doneTurns: null };
}

async function goOn(
  { log, doneTurns }: OpenedFork,
  task: Task,
  { prepared, budget, signal }: TaskParts,
): Promise<void> {
  const { experiment, base, inputs } = prepared;
  const { registry = fragmentRegistry() } = experiment;
  const thread = new VariantThread(log, task, { base, registry, signal });
  if (doneTurns === null) await thread.vary();
  switch (experiment.mode) {
    case "project":
      return thread.project();
    case "replay":
      return replayVariant(thread, continuationOf(base, experiment.turns));
    case "run":
      return runVariant(thread, { experiment, budget, inputs, doneTurns: doneTurns ?? 0 });
  }
}

function measure(
  { state }: ThreadLog,
  { threadId, variant }: Task,
  { prepared, measured }: TaskParts,
): Promise<VariantMeasures> {
  const { experiment } = prepared;
  const source = storedSource(experiment.store, threadId);
  return measureVariant(experiment, measured, { threadId, variant, state, source });
}

function failureOf(error: unknown): NonNullable<VariantResult["failure"]> {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof RefoldError ? error.code : "error", message };
}
