import type { EventSource } from "../events/event-source.js";
import type { Fact, FactOf, RefoldEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import type { CheckpointRest } from "../events/slices.js";
import { BrokenPointer } from "./broken-pointer.js";
import { factsOf } from "./fold-event.js";
import { reduceThread } from "./thread.js";
import type { InstructionsState, ThreadInfo, ToolsState } from "./thread-state.js";

type ThreadRest = CheckpointRest["thread"];
type Pointer = NonNullable<ThreadRest["instructions"]>;

/**
 * What a checkpoint does not repeat, read where it points: who the thread is, its instructions and
 * its tools.
 * @throws {BrokenPointer} an event is not what it should be
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
  const started = first && factsOf(first).find(isThreadStarted);
  if (first === undefined || started === undefined) return null;
  const info = reduceThread(null, { ...started, offset: 0, at: first.at });
  if (forkedAt === null) return info;
  const event = events.get(forkedAt);
  const forked = event && factsOf(event).find(isThreadForked);
  if (event === undefined || forked === undefined) throw missing(forkedAt, "thread.forked");
  return reduceThread(info, { ...forked, offset: forkedAt, at: event.at });
}

function instructionsIn(events: PointedEvents, { offset, hash }: Pointer): InstructionsState {
  const event = events.get(offset);
  const facts = event === undefined ? [] : factsOf(event).filter(isInstructionsSet);
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw missing(offset, "instructions.set");
  return { offset, hash, text: fact.data.text };
}

function toolsIn(events: PointedEvents, { offset, hash }: Pointer): ToolsState {
  const event = events.get(offset);
  const facts = event === undefined ? [] : factsOf(event).filter(isToolsDeclared);
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw missing(offset, "tools.declared");
  return { offset, hash, tools: fact.data.tools };
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

function missing(offset: number, type: string): BrokenPointer {
  return new BrokenPointer({ offset, type });
}

function isThreadStarted(fact: Fact): fact is FactOf<"thread.started"> {
  return fact.type === "thread.started";
}

function isThreadForked(fact: Fact): fact is FactOf<"thread.forked"> {
  return fact.type === "thread.forked";
}

function isInstructionsSet(fact: Fact): fact is FactOf<"instructions.set"> {
  return fact.type === "instructions.set";
}

function isToolsDeclared(fact: Fact): fact is FactOf<"tools.declared"> {
  return fact.type === "tools.declared";
}
