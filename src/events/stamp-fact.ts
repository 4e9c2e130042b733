import type { EventMembers, Fact, RefoldEvent } from "./event.js";
import { CURRENT_VERSIONS } from "./versions.js";

/** Where an event stands in its thread; `turn` when it belongs to one. */
export type EventPlace = Pick<EventMembers, "offset" | "id" | "at" | "turn">;

/**
 * An event of the version that is written now, its members in the order in which a line has them. Each
 * form is written out: spreading parts that may be empty shows wherever thousands of lines are decoded.
 */
export function stampFact({ offset, id, at, turn }: EventPlace, fact: Fact): RefoldEvent {
  const start = { offset, id, at, type: fact.type };
  const v = CURRENT_VERSIONS[fact.type];
  if (v > 1) return turn === undefined ? { ...start, v, ...fact } : { ...start, v, turn, ...fact };
  return turn === undefined ? { ...start, ...fact } : { ...start, turn, ...fact };
}
