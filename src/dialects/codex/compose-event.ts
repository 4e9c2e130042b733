import type { Fact, Foreign, RefoldEvent } from "../../events/event.js";
import { stampFact, type EventPlace } from "../../events/stamp-fact.js";
import { CURRENT_VERSIONS } from "../../events/versions.js";

/** What an event has besides its place and its own fact. */
export interface EventRest {
  readonly turn: string | null;
  readonly derived: readonly Fact[];
  readonly foreign: Foreign | null;
}

/**
 * An event with its members in their usual order. The two kinds that most lines are get their object
 * at one stroke: this is done for every line.
 */
export function composeEvent(place: EventPlace, own: Fact, rest: EventRest): RefoldEvent {
  const { offset, id, at } = place;
  const { turn, derived, foreign } = rest;
  if (derived.length === 0 && turn !== null) {
    if (own.type === "item.recorded" && foreign === null) {
      const v = CURRENT_VERSIONS["item.recorded"];
      return { offset, id, at, type: own.type, v, turn, data: own.data };
    }
    if (own.type === "foreign.kept" && foreign !== null) {
      return { offset, id, at, type: own.type, turn, data: own.data, foreign };
    }
  }
  return {
    ...stampFact({ offset, id, at, turn: turn ?? undefined }, own),
    ...(derived.length > 0 && { derived: [...derived] }),
    ...(foreign !== null && { foreign }),
  };
}
