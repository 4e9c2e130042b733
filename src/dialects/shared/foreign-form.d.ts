import type { Fact, Foreign, RefoldEvent } from "../../events/event.js";
import { type EventPlace } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
/** Where a part was taken out of the object, and where it stands in the event. */
export type ForeignHole = readonly [inObject: readonly string[], inEvent: readonly string[]];
/** Last keys of a path in an event: the value that a text spells in JSON; a data URL's payload. */
export declare const PARSED = "#json";
export declare const PAYLOAD = "#payload";
/** The last key of a path to a part of a text; both counts are in UTF-16 units. */
export declare function sliceKey(from: number, length: number): string;
/** What such a key says; null: it is none. */
export declare function sliceOf(text: string, key: string): string | null;
/**
 * The form of a line as its event carries it: the object without the parts that stand elsewhere.
 * A part is replaced by null, so that its place among the keys is kept.
 */
export declare function foreignForm(object: JsonObject, holes: readonly ForeignHole[]): Foreign;
/** The hole of a part that stands in a derived fact. @param prefix path of the fact in its event */
export declare function movedHole([inObject, inEvent]: ForeignHole, prefix: readonly string[]): ForeignHole;
/** A copy with another value at a path; what is not on the path is shared. */
export declare function replaceAt(object: JsonObject, path: readonly string[], value: unknown): JsonObject;
/** What an event of a foreign line has besides its place and its own fact. */
interface EventRest {
    readonly derived: readonly Fact[];
    /** Null: the event says all of the line. */
    readonly foreign: Foreign | null;
}
/** An event with its members in their usual order. */
export declare function composeEvent(place: EventPlace, own: Fact, rest: EventRest): RefoldEvent;
export {};
