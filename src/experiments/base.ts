import { invalidPlan } from "./errors.js";
import { isRefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import { isKnownEvent } from "../events/known-event.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { factsOf, UnknownEvents } from "../reducers/reduce.js";
import { foldLogEvent, rangeBehind, rollbackIn } from "../reducers/replay-events.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import { survives, survivingRanges } from "../reducers/spine.js";
import type { Rollback, SurvivingRange } from "../reducers/spine.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { forkTarget } from "../reducers/travel-targets.js";
import type { UserInput } from "../runtime/record-item.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import type { Experiment } from "./experiment.js";
import type { ExperimentPlan } from "./plan.js";

/** What an experiment's variants have in common: a thread up to an offset, and what followed there. */
export interface ExperimentBase {
  readonly threadId: string;
  /** The last offset that all share. */
  readonly offset: number;
  /** Id of the event there. */
  readonly eventId: string;
  /** Of the whole thread. */
  readonly head: number;
  readonly source: EventSource;
  /** At the offset. */
  readonly state: ThreadState;
  /** What survives after the offset. */
  readonly behind: readonly SurvivingRange[];
}

/**
 * Opens the place that a plan forks from.
 * @throws {RefoldError} `thread-not-found`, `ambiguous-id`
 * @throws {RefoldError} `invalid-plan`: there is no such place
 */
export async function openBase(experiment: Experiment): Promise<ExperimentBase> {
  const { store } = experiment;
  const threadId = await resolveThreadId(store, experiment.base);
  const source = store.source(threadId);
  const newest = await resumeState(source);
  const offset = await offsetOf(experiment, source, newest);
  return {
    ...{ threadId, offset, source },
    eventId: await eventIdAt(source, offset),
    head: newest.log.head,
    state: await stateAt(source, offset),
    behind: experiment.mode === "project" ? [] : await rangesBehind(source, offset),
  };
}

async function offsetOf(
  { at, beforeTurn, planSource }: Experiment,
  source: EventSource,
  state: ThreadState,
): Promise<number> {
  if ((at === undefined) === (beforeTurn === undefined)) {
    const message = "wants either `at` (an offset) or `beforeTurn` (a turn's number)";
    throw invalidPlan([{ path: [at === undefined ? "base" : "beforeTurn"], message }], planSource);
  }
  const request = at === undefined ? { beforeTurn: beforeTurn ?? 0 } : { at };
  try {
    return await forkTarget({ source, state }, request);
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    const path = [at === undefined ? "beforeTurn" : "at"];
    throw invalidPlan([{ path, message: error.message }], planSource);
  }
}

async function eventIdAt(source: EventSource, offset: number): Promise<string> {
  for await (const { id } of source.read({ from: offset, to: offset })) return id;
  return "";
}

/**
 * What of a log goes on after an offset: the ranges that survive there, oldest first. Where the
 * offset was rolled back itself, what followed it until then.
 */
export async function rangesBehind(
  source: EventSource,
  offset: number,
): Promise<readonly SurvivingRange[]> {
  const rollbacks: Rollback[] = [];
  let last = offset;
  for await (const event of source.read({ from: offset })) {
    last = event.offset;
    const rollback = event.offset > offset ? rollbackIn(event) : null;
    if (rollback !== null) rollbacks.push(rollback);
  }
  const whole = survivingRanges(rollbacks, last);
  if (survives(whole, offset)) return clipped(whole, offset);
  const end = rollbacks.find(({ to }) => to < offset)?.offset ?? last + 1;
  const before = rollbacks.filter((rollback) => rollback.offset < end);
  return clipped(survivingRanges(before, end - 1), offset);
}

function clipped(ranges: readonly SurvivingRange[], offset: number): readonly SurvivingRange[] {
  return ranges.flatMap((range) => rangeBehind(range, offset) ?? []);
}

/**
 * Folds what survives after a state, with the states on both sides of each event; events of unknown
 * types, which change nothing, are passed over.
 */
export async function* walkRanges(
  source: EventSource,
  from: ThreadState,
  ranges: readonly SurvivingRange[],
): AsyncGenerator<WalkedEvent, undefined> {
  const unknown = new UnknownEvents({});
  let state = from;
  for (const range of ranges) {
    for await (const event of source.read(range)) {
      const before = state;
      state = foldLogEvent(before, event, unknown);
      if (isKnownEvent(event)) yield { event, before, after: state };
    }
  }
}

type Turns = ExperimentPlan["turns"];

/** What the base went on with after the offset: so many of its turns. */
export async function* continuationOf(
  base: ExperimentBase,
  turns: Turns,
): AsyncGenerator<WalkedEvent, undefined> {
  // The rest of a turn that runs at the offset is the first one.
  let begun = base.state.turns.running === null ? 0 : 1;
  const most = turns === "rest" ? 1 : (turns ?? Infinity);
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    if (startsTurn(walked)) begun += 1;
    if (begun > most) return;
    yield walked;
  }
}

/** How many turns the base went on for, the rest of a running one included. */
export async function turnsBehind(base: ExperimentBase): Promise<number> {
  let turns = base.state.turns.running === null ? 0 : 1;
  for await (const walked of continuationOf(base, undefined)) if (startsTurn(walked)) turns += 1;
  return turns;
}

/**
 * What the user says in each turn of a run: as planned, else as recorded. Null: the turn that the
 * offset is in goes on, with nothing new said.
 */
export async function inputsOf(
  base: ExperimentBase,
  { inputs, turns }: Pick<ExperimentPlan, "inputs" | "turns">,
): Promise<readonly (UserInput | null)[]> {
  const first = base.state.turns.running === null ? [] : [null];
  if (turns === "rest") return first;
  const said = inputs ?? (await recordedInputs(base));
  return [...first, ...said].slice(0, turns ?? Infinity);
}

async function recordedInputs(base: ExperimentBase): Promise<readonly UserInput[]> {
  const inputs: UserInput[] = [];
  let isWaiting = base.state.turns.running === null;
  for await (const walked of continuationOf(base, undefined)) {
    if (startsTurn(walked)) isWaiting = true;
    for (const fact of factsOf(walked.event)) {
      if (!isWaiting || fact.type !== "item.recorded" || fact.data.origin !== "user") continue;
      if (fact.data.item.type !== "message") continue;
      inputs.push(fact.data.item.content);
      isWaiting = false;
    }
  }
  return inputs;
}

/** Where nothing says that a turn starts, a user's words do. */
function startsTurn({ event, before, after }: WalkedEvent): boolean {
  if (factsOf(event).some(({ type }) => type === "turn.started")) return true;
  const isSaid = after.turns.newestCounted !== undefined;
  return !isSaid && after.turns.userTurns > before.turns.userTurns;
}
