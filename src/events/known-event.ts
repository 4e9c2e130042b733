import type { EventMembers, Fact, FactType, LogEvent, RefoldEvent } from "./event.js";

/** Why a foreign line is kept and no more: this version has no rule for lines of its kind. */
export const UNKNOWN_KIND = "its kind is not known";

/** True when the name is that of a type with a meaning here. */
export function isFactType(type: string): type is FactType {
  return VERSIONS_BY_NAME.has(type);
}

/**
 * Narrows an event that was decoded from a log or a dialect: a decoder has checked the data of every
 * known type and brought it to its version here (`checkEvent`), so type and version tell. Events of
 * other types, and of newer versions, are kept and led around the reducers.
 */
export function isKnownEvent(event: LogEvent): event is RefoldEvent {
  return versionOf(event) <= (VERSIONS_BY_NAME.get(event.type) ?? 0);
}

/**
 * The version of each type's data that this library writes; it lists every type. A changed schema
 * gets the next number and an upcaster (`upcast.ts`); lines of older versions keep opening.
 */
export const CURRENT_VERSIONS: Readonly<Record<FactType, number>> = {
  "thread.started": 1,
  "thread.forked": 1,
  "thread.renamed": 1,
  "thread.configured": 1,
  "instructions.set": 1,
  "tools.declared": 1,
  "turn.started": 1,
  "turn.completed": 1,
  "turn.aborted": 1,
  "context.injected": 1,
  "item.recorded": 2, // version 1 lacked countedBytes
  "request.sent": 1,
  "usage.reported": 1,
  "history.compacted": 1,
  "history.trimmed": 1,
  "history.cleared": 1,
  "history.rolled-back": 1,
  "outputs.cleared": 1,
  "images.replaced": 1,
  "snapshot.taken": 1,
  "snapshot.restored": 1,
  "notice.logged": 1,
  "foreign.kept": 1,
};

/** The same by any name. Asked of every event several times: a map answers in half an object's time. */
const VERSIONS_BY_NAME: ReadonlyMap<string, number> = new Map(Object.entries(CURRENT_VERSIONS));

/** The version of an event's data; a line without `v` is of version 1. */
export function versionOf(event: { readonly v?: number | undefined }): number {
  return event.v ?? 1;
}

/** Where an event is in its thread; `turn` when it belongs to one. */
export type EventPlace = Pick<EventMembers, "offset" | "id" | "at" | "turn">;

/** An event of the version that is written now, its members in the order in which a line has them. */
export function stampFact(place: EventPlace, fact: Fact): RefoldEvent {
  // A spread in its place makes objects that take a tenth longer to write.
  return Object.assign(membersOf(place, fact.type), fact);
}

/** Each form at one stroke: this is done for every line that is decoded or written. */
function membersOf({ offset, id, at, turn }: EventPlace, type: FactType) {
  const v = CURRENT_VERSIONS[type];
  if (v > 1) {
    return turn === undefined ? { offset, id, at, type, v } : { offset, id, at, type, v, turn };
  }
  return turn === undefined ? { offset, id, at, type } : { offset, id, at, type, turn };
}

/** The offset that an event goes back to; null: it does not roll back. */
export function rollbackOf(event: RefoldEvent): number | null {
  if (event.type === "history.rolled-back") return event.data.to;
  const first = event.derived?.[0];
  return first?.type === "history.rolled-back" ? first.data.to : null;
}
