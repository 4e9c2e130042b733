import type { EventMembers, Fact, RefoldEvent } from "./event.js";
import { CURRENT_VERSIONS } from "./versions.js";

/** Where an event stands in its thread; `turn` when it belongs to one. */
export type EventPlace = Pick<EventMembers, "offset" | "id" | "at" | "turn">;

/** An event of the version that is written now, its members in the order in which a line has them. */
export function stampFact({ offset, id, at, turn }: EventPlace, fact: Fact): RefoldEvent {
  const version = CURRENT_VERSIONS[fact.type];
  const members = {
    ...{ offset, id, at, type: fact.type },
    ...(version > 1 && { v: version }),
    ...(turn !== undefined && { turn }),
  };
  return { ...members, ...fact };
}
