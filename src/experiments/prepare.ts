import { invalidPlan } from "./errors.js";
import { type ErrorDetails, RefoldError, type PlanProblem } from "../errors.js";
import { nounFor } from "../projections/display-text.js";
import { resumeState } from "../reducers/resume.js";
import type { UserInput } from "../runtime/record-item.js";
import type { EventStore } from "../store/event-store.js";
import { type ExperimentBase, inputsOf, openBase, turnsBehind } from "./base.js";
import { mostAnswerTokens } from "./budget.js";
import { variantProblems } from "./check-variants.js";
import type { Experiment } from "./experiment.js";
import { planProblems } from "./parse-plan.js";
import { ExperimentPlan } from "./plan.js";
import { clientFor, clientTurn } from "./run-variant.js";
import { variantTarget } from "./variant-settings.js";
import { markIn, type Task, tasksOf, type VariantMark } from "./tasks.js";

/** An experiment that can be run: everything that could be wrong with it was looked at. */
export interface PreparedExperiment {
  readonly experiment: Experiment;
  readonly base: ExperimentBase;
  readonly tasks: readonly Task[];
  /** Of a run: what the user says, turn by turn. */
  readonly inputs: readonly (UserInput | null)[];
  /** Threads of the tasks that an earlier run has begun. */
  readonly begun: ReadonlySet<string>;
}

/**
 * Looks at everything before anything is forked. Who only reads needs no client.
 * @throws {RefoldError} `invalid-plan`, `base-changed`, `no-model-client`, `thread-not-found`
 */
export async function prepareExperiment(
  experiment: Experiment,
  { reading = false }: { readonly reading?: boolean } = {},
): Promise<PreparedExperiment> {
  checkForm(experiment);
  const base = await openBase(experiment);
  const inputs = experiment.mode === "run" ? await inputsOf(base, experiment) : [];
  const problems = [
    ...turnProblems(experiment, base, inputs.length),
    ...modelProblems(experiment, base),
    ...(await variantProblems(experiment.variants, base, experiment.store)),
  ];
  if (problems.length > 0) throw invalidPlan(problems, experiment.planSource);
  const tasks = tasksOf(experiment, base);
  if (experiment.mode === "run" && !reading) await checkClients(experiment, base, tasks);
  const begun = new Set<string>();
  for (const task of tasks) {
    if (!(await experiment.store.has(task.threadId))) continue;
    begun.add(task.threadId);
    const known = await markOf(experiment.store, task);
    const change = known === null ? null : changeOf(known, task, experiment);
    if (change !== null) throw change;
  }
  // What the base is held against is as long as the run is.
  const turns = experiment.mode === "run" ? { turns: inputs.length } : {};
  return { experiment: { ...experiment, ...turns }, base, tasks, inputs, begun };
}

/** A plan of the API was not read from a file: it is held to the same form. */
function checkForm(experiment: Experiment): void {
  const plan = Object.fromEntries(
    Object.entries(experiment).filter(([name]) => name in ExperimentPlan.shape),
  );
  const parsed = ExperimentPlan.safeParse(plan);
  const problems: PlanProblem[] = parsed.success
    ? []
    : [...planProblems(ExperimentPlan, parsed.error)];
  const { variants, repetitions, seeds } = experiment;
  if (parsed.success && Object.keys(variants).length === 0) {
    problems.push({ path: ["variants"], message: "there is none" });
  }
  if (repetitions !== undefined && seeds !== undefined) {
    const message = "wants either `repetitions` or `seeds`: there is one repetition a seed";
    problems.push({ path: ["seeds"], message });
  }
  if (problems.length > 0) throw invalidPlan(problems, experiment.planSource);
}

function turnProblems(
  { mode, turns, inputs }: Experiment,
  base: ExperimentBase,
  inputCount: number,
): readonly PlanProblem[] {
  const { offset, ahead } = base;
  if (mode === "project") return [];
  if (turns === "rest" && ahead.restEnd === null) {
    const message = `offset ${offset} lies inside no turn, so there is no rest of one`;
    return [{ path: ["turns"], message }];
  }
  const path = [turns === undefined ? "mode" : "turns"];
  const count = mode === "replay" ? turnsBehind(base) : inputCount;
  if (count === 0) {
    const what = mode === "replay" ? "nothing to replay" : "nothing to say: give `inputs`";
    return [{ path, message: `no turn was recorded after offset ${offset}: there is ${what}` }];
  }
  if (typeof turns !== "number" || turns <= count) return [];
  const there =
    inputs === undefined
      ? `${count} ${nounFor(count, "was", "were")} recorded`
      : `there ${nounFor(count, "is", "are")} ${count} ${nounFor(count, "input")}`;
  const asked = `${turns} ${nounFor(turns, "turn is", "turns are")} asked for`;
  return [{ path, message: `${asked} after offset ${offset}, and ${there}` }];
}

/** In a run, clients know their model. */
function modelProblems(
  { mode, variants }: Experiment,
  { state }: ExperimentBase,
): readonly PlanProblem[] {
  if (mode === "run") return [];
  const nameless = Object.keys(variants).filter(
    (name) => (variantTarget(variants[name] ?? {}, state).model ?? "") === "",
  );
  return nameless.map((name) => ({
    path: ["variants", name],
    message: "the base names no model that a request could be made for: name one with `model`",
  }));
}

async function checkClients(
  experiment: Experiment,
  base: ExperimentBase,
  tasks: readonly Task[],
): Promise<void> {
  const problems: PlanProblem[] = [];
  for (const task of tasks) {
    if (task.mark.repetition > 1) continue;
    const { model } = await clientFor(experiment, clientTurn(task, base, 1));
    if (experiment.budget?.tokens === undefined || mostAnswerTokens(model) !== null) continue;
    const message =
      `a budget of tokens wants to know how long an answer of ${model.model} may be, and nothing ` +
      "says it: set the client's `maxTokens`";
    problems.push({ path: ["variants", task.mark.variant], message });
  }
  if (problems.length > 0) throw invalidPlan(problems, experiment.planSource);
}

/** What a fork says that it is for; null: it was interrupted before it could. */
async function markOf(store: EventStore, { threadId }: Task): Promise<VariantMark | null> {
  // Where it begins its fork says itself: the plan may come to another offset by now.
  const { thread } = await resumeState(store.source(threadId));
  for await (const event of store.read(threadId, { from: thread?.forked?.at ?? 0 })) {
    const found = markIn(event, "experiment.variant");
    if (found !== null) return found;
  }
  return null;
}

function changeOf(
  known: VariantMark,
  { mark }: Task,
  { name, planSource }: Experiment,
): RefoldError | null {
  const [was, is] = [known.base, mark.base];
  const changed = (change: string) =>
    baseChanged({ threadId: is.threadId, experiment: name, change });
  if (was.head !== is.head) return changed(`it had ${was.head} events and has ${is.head}`);
  if (was.offset !== is.offset) {
    return changed(`it was forked at offset ${was.offset}, the plan comes to ${is.offset} now`);
  }
  if (was.eventId !== is.eventId) return changed(`there is another event at offset ${is.offset}`);
  if (known.planned === mark.planned) return null;
  const message =
    "is not what it was when the experiment was begun: give the variant or the experiment another name";
  return invalidPlan([{ path: ["variants", mark.variant], message }], planSource);
}

/** The thread that an experiment was begun on is not what it was then. */
function baseChanged(details: ErrorDetails["base-changed"]): RefoldError<"base-changed"> {
  const { threadId, experiment, change } = details;
  const message = `experiment ${experiment}: its base ${threadId} changed since the last run: ${change}`;
  const remedy = "Give the experiment another name to start it again on the current base.";
  return new RefoldError("base-changed", details, { message, remedy });
}
