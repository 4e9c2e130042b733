import { noModelClient } from "./errors.js";
import type { Envelope } from "../events/slices.js";
import { finishTurn, type RunTurnOptions } from "../runtime/run-turn.js";
import type { UserInput } from "../runtime/record-item.js";
import { newId } from "../runtime/new-id.js";
import { Turn } from "../runtime/turn.js";
import type { ExperimentBase } from "./base.js";
import { type Budget, budgetedModel } from "./budget.js";
import type { ClientTurn, Experiment, ExperimentClient } from "./experiment.js";
import type { Variant } from "./plan.js";
import { promptFragments } from "./requests.js";
import type { Task } from "./tasks.js";
import { variantContext } from "./variant-settings.js";
import type { VariantThread } from "./variant-thread.js";

/** What a run is driven with. */
export interface RunParts {
  readonly experiment: Experiment;
  readonly budget: Budget;
  /** What the user says, turn by turn; null: the turn that the offset is in goes on. */
  readonly inputs: readonly (UserInput | null)[];
  /** Turns that an earlier run has done. */
  readonly doneTurns: number;
}

/**
 * Goes on in a variant's fork with a real model and tools, turn by turn; each turn that has ended is a
 * step that a later run need not do again.
 * @throws {RefoldError} the model failed, after all retries
 * @throws {RefoldError} `budget-exhausted`
 * @throws {RefoldError} `aborted`: the turn is marked as aborted
 */
export async function runVariant(thread: VariantThread, parts: RunParts): Promise<void> {
  for (const [index, input] of parts.inputs.entries()) {
    if (index < parts.doneTurns) continue;
    thread.about.signal.throwIfAborted();
    await runOne(thread, { ...parts, input, turn: index + 1 });
    await thread.step(index + 1);
  }
}

interface TurnParts extends RunParts {
  readonly input: UserInput | null;
  readonly turn: number;
}

async function runOne(thread: VariantThread, parts: TurnParts): Promise<void> {
  const { experiment, budget, input, turn: number } = parts;
  const { task, log, about } = thread;
  const client = await clientFor(experiment, clientTurn(task, about.base, number));
  const model = budgetedModel(client.model, budget, log);
  if (input !== null) await thread.compactIfDue(input, model);
  const envelope = knownEnvelope(about.base);
  const running = input === null ? log.state.turns.running : null;
  const id = running?.turn ?? newId(log.nowMs());
  if (running === null) {
    const facts = thread.startFacts(envelope, number === 1);
    await log.commit(() => ({ facts, turn: id }));
  }
  const context = {
    ...variantContext(task.variant, envelope),
    ...policyOf(envelope, task.variant),
  };
  const turn = new Turn({ id, context, startedMs: log.nowMs() }, log);
  await finishTurn(turn, optionsFor(thread, { ...client, model }, experiment), input);
}

function optionsFor(
  thread: VariantThread,
  { model, tools }: ExperimentClient,
  { retries }: Experiment,
): RunTurnOptions<unknown> {
  const { task, about } = thread;
  const effort = task.variant.facts?.effort;
  return {
    model,
    ...(tools !== undefined && { tools }),
    ...(retries !== undefined && { retries }),
    ...(effort !== undefined && { request: { reasoning: { effort } } }),
    fragments: promptFragments(task.variant),
    signal: about.signal,
    hooks: { beforeSampling: () => thread.compactIfDue(undefined, model) },
  };
}

/** What an experiment asks a client for. */
export function clientTurn(
  { variant, mark }: Task,
  base: ExperimentBase,
  turn: number,
): ClientTurn {
  const known = knownEnvelope(base);
  const { model = known.model, provider } = variant;
  const isBaseModel = model === known.model;
  return {
    ...{ variant: mark.variant, repetition: mark.repetition, seed: mark.seed, turn },
    model: model ?? null,
    provider: provider ?? (isBaseModel ? known.provider : undefined) ?? null,
  };
}

/** @throws {RefoldError} `no-model-client` */
export async function clientFor(
  { client }: Experiment,
  turn: ClientTurn,
): Promise<ExperimentClient> {
  if (client === undefined) {
    throw noModelClient(turn.variant, "nothing is there to run it with");
  }
  return client(turn);
}

/** The facts that the base's turns had last at the fork. */
function knownEnvelope({ state }: ExperimentBase): Envelope {
  const { running, previous } = state.turns;
  const told = running?.envelope ?? state.baseline?.envelope;
  if (told !== undefined) return told;
  const model = previous?.model ?? null;
  return model === null ? {} : { model };
}

function policyOf({ truncationPolicy }: Envelope, { truncation = truncationPolicy }: Variant) {
  return truncation === undefined ? {} : { truncationPolicy: truncation };
}
