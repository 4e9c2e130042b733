import { isRefoldError } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { rollbackIn } from "../reducers/replay-events.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import { survives, survivingRanges } from "../reducers/spine.js";
import { fragmentRegistry } from "../runtime/fragments/registry.js";
import { type LogOptions, ThreadLog } from "../runtime/thread-log.js";
import { writeFork } from "../runtime/fork-log.js";
import { continuationOf, type ExperimentBase } from "./base.js";
import type { Budget } from "./budget.js";
import type { VariantMeasures, VariantResult } from "./experiment.js";
import { type MeasuredBase, measureVariant } from "./measure-variant.js";
import type { PreparedExperiment } from "./prepare.js";
import { replayVariant } from "./replay-variant.js";
import { runVariant } from "./run-variant.js";
import { markFact, markIn, readResult, type Task } from "./tasks.js";
import { VariantThread } from "./variant-thread.js";

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

function openFork(task: Task, { prepared }: TaskParts): Promise<OpenedFork> {
  const { experiment, base, begun } = prepared;
  return (begun.has(task.threadId) ? reopenFork : forkForTask)(task, base, experiment);
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
  const source = experiment.store.source(threadId);
  return measureVariant(experiment, measured, { threadId, variant, state, source });
}

function failureOf(error: unknown): NonNullable<VariantResult["failure"]> {
  const message = error instanceof Error ? error.message : String(error);
  return { code: isRefoldError(error) ? error.code : "error", message };
}

/** Makes a variant's fork: one event, whatever the base's length. */
async function forkForTask(
  { threadId, mark }: Task,
  base: ExperimentBase,
  options: LogOptions,
): Promise<OpenedFork> {
  const { name, variant, repetition } = mark;
  const title = `${name}: ${variant}${repetition > 1 ? ` (${repetition})` : ""}`;
  const { threadId: parentId, offset, state } = base; // without reading the base once more for each fork
  const log = await writeFork({ parentId, offset, threadId, title, state }, options);
  return { log, doneTurns: null };
}

/** A variant's fork that an interrupted run left, at the newest step that was done. */
async function reopenFork(
  { threadId }: Task,
  base: ExperimentBase,
  options: LogOptions,
): Promise<OpenedFork> {
  const source = options.store.source(threadId);
  const events: LogEvent[] = [];
  for await (const event of source.read({ from: base.offset + 1 })) events.push(event);
  const last = base.offset + events.length;
  const ranges = survivingRanges(
    events.flatMap((event) => rollbackIn(event) ?? []),
    last,
  );
  const steps = events.flatMap((event) => {
    const step = survives(ranges, event.offset) ? markIn(event, "experiment.step") : null;
    return step === null ? [] : [{ offset: event.offset, turns: step.turns }];
  });
  const newest = steps.at(-1);
  const log = new ThreadLog({ threadId, state: await resumeState(source) }, options);
  const to = newest?.offset ?? base.offset + 1; // after `thread.forked`
  if (to < last) {
    // Straight to a step's end: a turn that runs there, the base's own, goes on.
    const state = await stateAt(source, to);
    const data = { to, historyVersion: log.state.log.historyVersion + 1 };
    await log.commit(() => ({ facts: [{ type: "history.rolled-back", data }], base: state }));
  }
  return { log, doneTurns: newest?.turns ?? null };
}
