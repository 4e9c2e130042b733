import type { FactType, LogEvent, RefoldEvent } from "./event.js";
import { versionOf, VERSIONS_BY_NAME } from "./versions.js";

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
