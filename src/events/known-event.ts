import type { FactType, LogEvent, RefoldEvent } from "./event.js";

/** Every type that has a meaning here; the compiler holds it to the union. */
const KNOWN_TYPES: Readonly<Record<FactType, true>> = {
  "thread.started": true,
  "thread.forked": true,
  "thread.renamed": true,
  "thread.configured": true,
  "instructions.set": true,
  "tools.declared": true,
  "turn.started": true,
  "turn.completed": true,
  "turn.aborted": true,
  "context.injected": true,
  "item.recorded": true,
  "request.sent": true,
  "usage.reported": true,
  "history.compacted": true,
  "history.trimmed": true,
  "history.cleared": true,
  "history.rolled-back": true,
  "outputs.cleared": true,
  "images.replaced": true,
  "snapshot.taken": true,
  "snapshot.restored": true,
  "notice.logged": true,
  "foreign.kept": true,
};

/** True when the name is that of a type with a meaning here. */
export function isFactType(type: string): type is FactType {
  return Object.hasOwn(KNOWN_TYPES, type);
}

/**
 * Narrows an event that was decoded from a log or a dialect: a decoder has checked the data of every
 * known type, so the type alone tells. Events of other types are kept and led around the reducers.
 */
export function isKnownEvent(event: LogEvent): event is RefoldEvent {
  return isFactType(event.type);
}
