import type { Fact, Foreign, RefoldEvent } from "../../events/event.js";
import { stampFact, type EventPlace } from "../../events/stamp-fact.js";

/** What an event has besides its place and its own fact. */
export interface EventRest {
  readonly turn: string | null;
  readonly derived: readonly Fact[];
  readonly foreign: Foreign | null;
}

/** An event with its members in their usual order. */
export function composeEvent(place: EventPlace, own: Fact, rest: EventRest): RefoldEvent {
  const { offset, id, at } = place;
  const { turn, derived, foreign } = rest;
  const event = stampFact({ offset, id, at, turn: turn ?? undefined }, own);
  if (derived.length > 0) Object.assign(event, { derived: [...derived] });
  return foreign === null ? event : Object.assign(event, { foreign });
}
