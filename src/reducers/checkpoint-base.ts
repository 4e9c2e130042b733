import { RefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact, FactOf, FactType, RefoldEvent } from "../events/event.js";
import type { HistoryCompacted } from "../events/history.js";
import { isKnownEvent } from "../events/known-event.js";
import type { CheckpointRest } from "../events/slices.js";
import {
  checkpointAt,
  factsOf,
  foldEvent,
  foldFacts,
  initialState,
  isLegacyCompaction,
  isOwnFactFolded,
} from "./reduce.js";
import type { InstructionsState, ThreadInfo, ThreadState, ToolsState } from "./thread-state.js";
import { reduceThread } from "./thread.js";

/** A checkpoint that a reader from the end can begin with. */
export interface CheckpointBase {
  readonly event: RefoldEvent;
  /** Which of the event's facts it is, in folding order. */
  readonly factIndex: number;
  readonly data: HistoryCompacted["data"];
  readonly rest: CheckpointRest;
}

/** The last checkpoint of an event that can stand for everything before it; null: there is none. */
export function findBase(event: RefoldEvent): CheckpointBase | null {
  const facts = factsOf(event);
  const skipped = isOwnFactFolded(event) ? -1 : 0;
  for (let factIndex = facts.length - 1; factIndex > skipped; factIndex--) {
    const fact = facts[factIndex];
    if (fact?.type !== "history.compacted") continue;
    const { data } = fact;
    if (data.rest === undefined || data.replacement === null) continue;
    // After a legacy list the numbers of the items depend on what is older.
    if (facts.slice(0, factIndex).some(isLegacyCompaction)) continue;
    return { event, factIndex, data, rest: data.rest };
  }
  return null;
}

/** The state right after a checkpoint, `log` apart; texts are read where the checkpoint points. */
export async function stateAtBase(source: EventSource, base: CheckpointBase): Promise<ThreadState> {
  const { event, factIndex, data, rest } = base;
  const range = { start: factIndex, end: factIndex + 1 };
  return {
    ...initialState,
    ledger: foldFacts(initialState, event, range).ledger,
    baseline: rest.baseline,
    checkpoint: checkpointAt(event.offset, data, rest.previousCheckpoint),
    usage: rest.usage,
    turns: rest.turns,
    thread: await readThreadInfo(source, rest.thread),
  };
}

type ThreadRest = CheckpointRest["thread"];
type Pointer = NonNullable<ThreadRest["instructions"]>;

/**
 * What a checkpoint does not repeat, read where it points: who the thread is, its instructions and
 * its tools.
 * @throws {RefoldError} `damaged-log`: an event is not what it should be
 */
export async function readThreadInfo(
  source: EventSource,
  rest: ThreadRest,
): Promise<ThreadInfo | null> {
  const { forkedAt, title, memoryMode, configuration } = rest;
  const pointed = [forkedAt, rest.instructions?.offset, rest.tools?.offset];
  const offsets = [0, ...pointed.filter((offset) => typeof offset === "number")];
  const events = await readEventsAt(source, offsets);
  const instructions = rest.instructions && instructionsIn(events, rest.instructions);
  const tools = rest.tools && toolsIn(events, rest.tools);
  const identity = identityIn(events, forkedAt);
  return identity && { ...identity, title, memoryMode, configuration, instructions, tools };
}

type PointedEvents = ReadonlyMap<number, RefoldEvent>;

/** Null: the log does not say whose it is. */
function identityIn(events: PointedEvents, forkedAt: number | null): ThreadInfo | null {
  const first = events.get(0);
  const [started] = factsOfType(first, "thread.started");
  if (first === undefined || started === undefined) return null;
  const info = reduceThread(null, { ...started, offset: 0, at: first.at });
  if (forkedAt === null) return info;
  const event = events.get(forkedAt);
  const [forked] = factsOfType(event, "thread.forked");
  if (event === undefined || forked === undefined) throw brokenPointer(forkedAt, "thread.forked");
  return reduceThread(info, { ...forked, offset: forkedAt, at: event.at });
}

function instructionsIn(events: PointedEvents, { offset, hash }: Pointer): InstructionsState {
  const facts = factsOfType(events.get(offset), "instructions.set");
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw brokenPointer(offset, "instructions.set");
  return { offset, hash, text: fact.data.text };
}

function toolsIn(events: PointedEvents, { offset, hash }: Pointer): ToolsState {
  const facts = factsOfType(events.get(offset), "tools.declared");
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw brokenPointer(offset, "tools.declared");
  return { offset, hash, tools: fact.data.tools };
}

function factsOfType<Type extends FactType>(
  event: RefoldEvent | undefined,
  type: Type,
): readonly FactOf<Type>[] {
  if (event === undefined) return [];
  return factsOf(event).filter((fact): fact is FactOf<Type> => fact.type === type);
}

/** Events nearer than this are read in one go: a source finds its place once. */
const NEAR_EVENTS = 16;

async function readEventsAt(
  source: EventSource,
  offsets: readonly number[],
): Promise<PointedEvents> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const events = new Map<number, RefoldEvent>();
  for (let index = 0; index < wanted.length; index++) {
    const from = wanted[index] ?? 0;
    let to = from;
    while ((wanted[index + 1] ?? Infinity) - to <= NEAR_EVENTS) to = wanted[++index] ?? to;
    for await (const event of source.read({ from, to })) {
      if (wanted.includes(event.offset) && isKnownEvent(event)) events.set(event.offset, event);
    }
  }
  return events;
}

/**
 * Fills in what lets a reader begin at a checkpoint: `rest`, in each compaction that the event holds,
 * derived ones included. Compactions without a list of their own (legacy ones) stay as they are: no
 * reader can begin there.
 * @param base the state before the event; for an event that rolls back, the state that it restores
 * @returns the event itself when there is nothing to fill in
 */
export function completeCheckpoint(event: RefoldEvent, base: ThreadState): RefoldEvent {
  const restAt = (index: number) =>
    checkpointRest(foldFacts(base, event, { start: 0, end: index + 1 }));
  const own = isOwnFactFolded(event) ? completeFact(event, () => restAt(0)) : event;
  if (event.derived === undefined) return own;
  const derived = event.derived.map((fact, index) => completeFact(fact, () => restAt(index + 1)));
  const isSame = derived.every((fact, index) => fact === event.derived?.[index]);
  return isSame ? own : { ...own, derived };
}

/**
 * The same for a batch of a writer's own.
 * @param base the state before the batch
 */
export function completeCheckpoints(
  events: readonly RefoldEvent[],
  base: ThreadState,
): readonly RefoldEvent[] {
  if (!events.some(({ type }) => type === "history.compacted")) return events;
  let state = base;
  return events.map((event) => {
    const whole = completeCheckpoint(event, state);
    state = foldEvent(state, whole);
    return whole;
  });
}

/** The part of a state that a checkpoint carries; the state is that right after the compaction. */
export function checkpointRest(state: ThreadState): CheckpointRest {
  return {
    baseline: state.baseline,
    usage: state.usage,
    turns: state.turns,
    thread: threadRest(state.thread),
    previousCheckpoint: state.checkpoint?.previous ?? null,
  };
}

function completeFact<SomeFact extends Fact>(fact: SomeFact, rest: () => CheckpointRest): SomeFact {
  if (fact.type !== "history.compacted" || fact.data.replacement === null) return fact;
  return { ...fact, data: { ...fact.data, rest: rest() } };
}

function threadRest(thread: ThreadInfo | null): CheckpointRest["thread"] {
  return {
    title: thread?.title ?? null,
    configuration: thread?.configuration ?? {},
    memoryMode: thread?.memoryMode ?? null,
    instructions: pointerTo(thread?.instructions ?? null),
    tools: pointerTo(thread?.tools ?? null),
    forkedAt: thread?.forked?.at ?? null,
  };
}

function pointerTo(text: { readonly offset: number; readonly hash: string } | null) {
  return text === null ? null : { offset: text.offset, hash: text.hash };
}

function brokenPointer(offset: number, type: string): RefoldError<"damaged-log"> {
  const message = `a checkpoint points to a ${type} at offset ${offset}: there is none`;
  const remedy = "Replay the log from its start, or import the session again.";
  return new RefoldError("damaged-log", { offset, type }, { message, remedy });
}
