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
 * its tools. A handful of single reads, at the same time.
 * @throws {BrokenPointer} an event is not what it should be
 */
export async function readThreadInfo(
  source: EventSource,
  rest: ThreadRest,
): Promise<ThreadInfo | null> {
  const [identity, instructions, tools] = await Promise.all([
    readIdentity(source, rest.forkedAt),
    rest.instructions === null ? null : readInstructions(source, rest.instructions),
    rest.tools === null ? null : readTools(source, rest.tools),
  ]);
  if (identity === null) return null;
  const { title, memoryMode, configuration } = rest;
  return { ...identity, title, memoryMode, configuration, instructions, tools };
}

/** Null: the log does not say whose it is. */
async function readIdentity(source: EventSource, forkedAt: number | null) {
  const [first, second] = await Promise.all([
    readEvent(source, 0),
    forkedAt === null ? null : readEvent(source, forkedAt),
  ]);
  const started = first === null ? undefined : factsOf(first).find(isThreadStarted);
  if (first === null || started === undefined) return null;
  const info = reduceThread(null, { ...started, offset: 0, at: first.at, firstIndex: 0 });
  if (forkedAt === null) return info;
  const forked = second === null ? undefined : factsOf(second).find(isThreadForked);
  if (second === null || forked === undefined) throw missing(forkedAt, "thread.forked");
  return reduceThread(info, { ...forked, offset: forkedAt, at: second.at, firstIndex: 0 });
}

async function readInstructions(source: EventSource, pointer: Pointer): Promise<InstructionsState> {
  const { offset, hash } = pointer;
  const event = await readEvent(source, offset);
  const facts = event === null ? [] : factsOf(event).filter(isInstructionsSet);
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw missing(offset, "instructions.set");
  return { offset, hash, text: fact.data.text };
}

async function readTools(source: EventSource, pointer: Pointer): Promise<ToolsState> {
  const { offset, hash } = pointer;
  const event = await readEvent(source, offset);
  const facts = event === null ? [] : factsOf(event).filter(isToolsDeclared);
  const fact = facts.findLast(({ data }) => data.hash === hash);
  if (fact === undefined) throw missing(offset, "tools.declared");
  return { offset, hash, tools: fact.data.tools };
}

async function readEvent(source: EventSource, offset: number): Promise<RefoldEvent | null> {
  for await (const event of source.read({ from: offset, to: offset })) {
    return isKnownEvent(event) ? event : null;
  }
  return null;
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
