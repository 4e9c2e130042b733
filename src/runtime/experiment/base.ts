import { RefoldError } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import { resumeState, stateAt } from "../../reducers/resume.js";
import type { SurvivingRange } from "../../reducers/spine.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { forkTarget } from "../../reducers/time-travel/fork-target.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { storedSource } from "../travel.js";
import type { Experiment } from "./experiment.js";
import { InvalidPlan } from "./invalid-plan.js";
import { rangesBehind } from "./walk-behind.js";

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
  /** What survives behind the offset. */
  readonly behind: readonly SurvivingRange[];
}

/**
 * Opens the place that a plan forks from.
 * @throws {ThreadNotFound} @throws {AmbiguousId} @throws {InvalidPlan} there is no such place
 */
export async function openBase(experiment: Experiment): Promise<ExperimentBase> {
  const { store } = experiment;
  const threadId = await resolveThreadId(store, experiment.base);
  const source = storedSource(store, threadId);
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
    throw new InvalidPlan(
      [{ path: [at === undefined ? "base" : "beforeTurn"], message }],
      planSource,
    );
  }
  const request = at === undefined ? { beforeTurn: beforeTurn ?? 0 } : { at };
  try {
    return await forkTarget({ source, state }, request);
  } catch (error) {
    if (!(error instanceof RefoldError)) throw error;
    const path = [at === undefined ? "beforeTurn" : "at"];
    throw new InvalidPlan([{ path, message: error.message }], planSource);
  }
}

async function eventIdAt(source: EventSource, offset: number): Promise<string> {
  for await (const { id } of source.read({ from: offset, to: offset })) return id;
  return "";
}
