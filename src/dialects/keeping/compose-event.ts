import type { Fact, Foreign, RefoldEvent } from "../../events/event.js";
import { stampFact, type EventPlace } from "../../events/stamp-fact.js";

/** What an event of a foreign line has besides its place and its own fact. */
export interface EventRest {
  readonly derived: readonly Fact[];
  /** Null: the event says all of the line. */
  readonly foreign: Foreign | null;
}

/** An event with its members in their usual order. */
export function composeEvent(place: EventPlace, own: Fact, rest: EventRest): RefoldEvent {
  const event = stampFact(place, own);
  if (rest.derived.length > 0) event.derived = [...rest.derived];
  if (rest.foreign !== null) event.foreign = rest.foreign;
  return event;
}
