import type { Fact, Foreign, RefoldEvent } from "../../events/event.js";
import { type EventPlace, stampFact } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";

/** Where a part was taken out of the object, and where it stands in the event. */
export type ForeignHole = readonly [inObject: readonly string[], inEvent: readonly string[]];

/** Last keys of a path in an event: the value that a text spells in JSON; a data URL's payload. */
export const PARSED = "#json";
export const PAYLOAD = "#payload";
/** How the last key begins of a path to a part of a text. */
const SLICE = "#slice:";

/** The last key of a path to a part of a text; both counts are in UTF-16 units. */
export function sliceKey(from: number, length: number): string {
  return `${SLICE}${from}:${length}`;
}

/** What such a key says; null: it is none. */
export function sliceOf(text: string, key: string): string | null {
  if (!key.startsWith(SLICE)) return null;
  const [from = NaN, length = NaN] = key.slice(SLICE.length).split(":").map(Number);
  return text.slice(from, from + length);
}

/**
 * The form of a line as its event carries it: the object without the parts that stand elsewhere.
 * A part is replaced by null, so that its place among the keys is kept.
 */
export function foreignForm(object: JsonObject, holes: readonly ForeignHole[]): Foreign {
  if (holes.length === 0) return { object };
  if (holes.some(([path]) => path.length === 0)) return { object: {}, holes: writable(holes) };
  return { object: punched(object, holes), holes: writable(holes) };
}

/** The hole of a part that stands in a derived fact. @param prefix path of the fact in its event */
export function movedHole(
  [inObject, inEvent]: ForeignHole,
  prefix: readonly string[],
): ForeignHole {
  return [inObject, [...prefix, ...inEvent]];
}

/** A copy with null at each hole; containers on the way are copied once, all others are shared. */
function punched(object: JsonObject, holes: readonly ForeignHole[]): JsonObject {
  const whole = { ...object };
  const copies = new Set<unknown>();
  for (const [path] of holes) {
    let at: JsonObject | unknown[] = whole;
    for (let depth = 0; depth < path.length - 1; depth++) {
      const next = copyOf(member(at, path[depth]), copies);
      if (next === null) break;
      setMember(at, path[depth], next);
      at = next;
      if (depth === path.length - 2) setMember(at, path[depth + 1], null);
    }
    if (path.length === 1) setMember(at, path[0], null);
  }
  return whole;
}

/** A container that may be written to; null: it is none. */
function copyOf(value: unknown, copies: Set<unknown>): JsonObject | unknown[] | null {
  if (isList(value)) {
    if (copies.has(value)) return value;
    const copy = value.slice();
    copies.add(copy);
    return copy;
  }
  if (!isObject(value) || copies.has(value)) return isObject(value) ? value : null;
  const copy = { ...value };
  copies.add(copy);
  return copy;
}

function member(holder: JsonObject | unknown[], key = ""): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

function setMember(holder: JsonObject | unknown[], key = "", value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

/** A copy with another value at a path; what is not on the path is shared. */
export function replaceAt(object: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  return { ...object, [key]: rest.length === 0 ? value : replaceIn(object[key], rest, value) };
}

function replaceIn(container: unknown, path: readonly string[], value: unknown): unknown {
  if (Array.isArray(container)) {
    const [key, ...rest] = path;
    const items: unknown[] = container.slice();
    const index = Number(key);
    items[index] = rest.length === 0 ? value : replaceIn(items[index], rest, value);
    return items;
  }
  return isObject(container) ? replaceAt(container, path, value) : container;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writable(holes: readonly ForeignHole[]): [string[], string[]][] {
  return holes.map(([inObject, inEvent]) => [[...inObject], [...inEvent]]);
}

/** What an event of a foreign line has besides its place and its own fact. */
interface EventRest {
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
