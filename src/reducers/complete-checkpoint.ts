import type { Fact, RefoldEvent } from "../events/event.js";
import type { CheckpointRest } from "../events/slices.js";
import { foldEvent, foldFacts, isOwnFactFolded } from "./fold-event.js";
import type { ThreadInfo, ThreadState } from "./thread-state.js";

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

/** The part of a state that a checkpoint carries; the state is that right behind the compaction. */
function checkpointRest(state: ThreadState): CheckpointRest {
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
