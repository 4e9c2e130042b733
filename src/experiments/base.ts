import { invalidPlan } from "./errors.js";
import { isRefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { factsOf, UnknownEvents } from "../reducers/reduce.js";
import { foldLogEvent, rangeBehind, rollbackIn } from "../reducers/replay-events.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import { survives, survivingRanges } from "../reducers/spine.js";
import type { Rollback, SurvivingRange } from "../reducers/spine.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { forkTarget } from "../reducers/travel-targets.js";
import { type TurnEntry, turnList } from "../reducers/turn-list.js";
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
  readonly ahead: TurnsAhead;
}

/** The turns that a log goes on with after an offset, as `refold replay` shows them. */
interface TurnsAhead {
  /** The last offset of the turn that the offset is in; null: it is in none, or at its end. */
  readonly restEnd: number | null;
  /** The user turns that begin after it. */
  readonly turns: readonly Pick<TurnEntry, "fromOffset" | "toOffset">[];
}

const NOTHING_AHEAD: TurnsAhead = { restEnd: null, turns: [] };

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
  const eventId = await eventIdAt(source, offset);
  const place = { threadId, offset, source, eventId, head: newest.log.head };
  const state = await stateAt(source, offset);
  if (experiment.mode === "project") return { ...place, state, behind: [], ahead: NOTHING_AHEAD };
  const behind = await rangesBehind(source, offset);
  return { ...place, state, behind, ahead: await turnsAhead({ ...place, state, behind }) };
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

async function turnsAhead({
  offset,
  source,
  state,
  behind,
}: Omit<ExperimentBase, "ahead">): Promise<TurnsAhead> {
  const turns = await turnList(source, { to: behind.at(-1)?.to ?? offset });
  const hasStarts = state.turns.newestCounted !== undefined;
  // Where nothing says that a turn starts, the context before its message leads to it.
  const beginOf = ({ fromOffset, boundaryOffset }: TurnEntry): number =>
    hasStarts ? fromOffset : (boundaryOffset ?? fromOffset);
  const surviving = turns.filter((turn) => turn.survives && turn.toOffset > offset);
  const current = surviving.find((turn) => beginOf(turn) <= offset);
  const isInside = hasStarts
    ? state.turns.running !== null
    : current !== undefined && (await saysMore({ source, state, behind }, current.toOffset));
  return {
    restEnd: isInside ? (current?.toOffset ?? offset) : null,
    turns: surviving.filter((turn) => turn !== current && turn.number !== null),
  };
}

/** Whether something of a turn is left up to its end: not only what the log says about it. */
async function saysMore(
  { source, state, behind }: Pick<ExperimentBase, "source" | "state" | "behind">,
  toOffset: number,
): Promise<boolean> {
  for await (const { event } of walkRanges(source, state, behind)) {
    if (event.offset > toOffset) return false;
    if (factsOf(event).some(isSaid)) return true;
  }
  return false;
}

function isSaid(fact: Fact): boolean {
  return fact.type === "item.recorded" && fact.data.origin !== "runtime";
}

type Turns = ExperimentPlan["turns"];

/** What the base went on with after the offset: so many of its turns. */
export async function* continuationOf(
  base: ExperimentBase,
  turns: Turns,
): AsyncGenerator<WalkedEvent, undefined> {
  const end = endOf(base.ahead, turns);
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    if (walked.event.offset > end) return;
    yield walked;
  }
}

/** The last offset of so many turns; the rest of the one that the offset is in is the first. */
function endOf({ restEnd, turns }: TurnsAhead, wanted: Turns): number {
  if (wanted === undefined) return Infinity;
  const ends = [...(restEnd === null ? [] : [restEnd]), ...turns.map(({ toOffset }) => toOffset)];
  return ends[wanted === "rest" ? 0 : wanted - 1] ?? Infinity;
}

/** How many turns the base went on for, the rest of a running one included. */
export function turnsBehind({ ahead: { restEnd, turns } }: ExperimentBase): number {
  return turns.length + (restEnd === null ? 0 : 1);
}

/**
 * What the user says in each turn of a run: as planned, else as recorded. Null: the turn that the
 * offset is in goes on, with nothing new said.
 */
export async function inputsOf(
  base: ExperimentBase,
  { inputs, turns }: Pick<ExperimentPlan, "inputs" | "turns">,
): Promise<readonly (UserInput | null)[]> {
  const first = base.ahead.restEnd === null ? [] : [null];
  if (turns === "rest") return first;
  const said = inputs ?? (await recordedInputs(base));
  return [...first, ...said].slice(0, turns ?? Infinity);
}

async function recordedInputs(base: ExperimentBase): Promise<readonly UserInput[]> {
  const inputs: UserInput[] = [];
  const { turns } = base.ahead;
  let [begun, heard] = [0, 0];
  for await (const { event } of continuationOf(base, undefined)) {
    while ((turns[begun]?.fromOffset ?? Infinity) <= event.offset) begun += 1;
    if (begun === heard) continue;
    const said = factsOf(event).flatMap((fact) => userContent(fact) ?? [])[0];
    if (said === undefined) continue;
    inputs.push(said.content);
    heard = begun;
  }
  return inputs;
}

function userContent(fact: Fact): { readonly content: UserInput } | null {
  if (fact.type !== "item.recorded" || fact.data.origin !== "user") return null;
  return fact.data.item.type === "message" ? { content: fact.data.item.content } : null;
}
