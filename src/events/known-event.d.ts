import type { EventMembers, Fact, FactType, LogEvent, RefoldEvent } from "./event.js";
/** True when the name is that of a type with a meaning here. */
export declare function isFactType(type: string): type is FactType;
/**
 * Narrows an event that was decoded from a log or a dialect: a decoder has checked the data of every
 * known type and brought it to its version here (`checkEvent`), so type and version tell. Events of
 * other types, and of newer versions, are kept and led around the reducers.
 */
export declare function isKnownEvent(event: LogEvent): event is RefoldEvent;
/**
 * The version of each type's data that this library writes; it lists every type. A changed schema
 * gets the next number and an upcaster (`upcast.ts`); lines of older versions keep opening.
 */
export declare const CURRENT_VERSIONS: Readonly<Record<FactType, number>>;
/** The same by any name. Asked of every event several times: a map answers in half an object's time. */
export declare const VERSIONS_BY_NAME: ReadonlyMap<string, number>;
/** The version of an event's data; a line without `v` is of version 1. */
export declare function versionOf(event: {
    readonly v?: number | undefined;
}): number;
/** Where an event stands in its thread; `turn` when it belongs to one. */
export type EventPlace = Pick<EventMembers, "offset" | "id" | "at" | "turn">;
/** An event of the version that is written now, its members in the order in which a line has them. */
export declare function stampFact(place: EventPlace, fact: Fact): RefoldEvent;
/** The offset that an event goes back to; null: it does not roll back. */
export declare function rollbackOf(event: RefoldEvent): number | null;
