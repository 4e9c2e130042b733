import { ulid } from "ulid";
import type { Fact, RefoldEvent } from "../../events/event.js";
import { resumeState } from "../../reducers/replay.js";
import type { TravelledThread } from "../../reducers/time-travel/newest-turns.js";
import type { EventStore } from "../../store/event-store.js";

/** A thread of the store, as time travel needs it. */
export async function travelledThread(
  store: EventStore,
  threadId: string,
): Promise<TravelledThread> {
  const source = {
    read: (range?: Parameters<EventStore["read"]>[1]) => store.read(threadId, range),
    readBackward: (options?: Parameters<EventStore["readBackward"]>[1]) =>
      store.readBackward(threadId, options),
  };
  return { source, state: await resumeState(source) };
}

/** A fact with the turn that it belongs to, if it belongs to one. */
export interface TurnFact {
  readonly fact: Fact;
  readonly turn?: string;
}

/** Writes facts behind a thread's head, as one batch. @returns the new head */
export function appendFacts(
  store: EventStore,
  { threadId, head }: { readonly threadId: string; readonly head: number },
  facts: readonly TurnFact[],
): Promise<number> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const events = facts.map(({ fact, turn }, index): RefoldEvent => ({
    offset: head + index,
    id: ulid(now),
    at,
    ...(turn !== undefined && { turn }),
    ...fact,
  }));
  return store.append(threadId, head, events);
}
