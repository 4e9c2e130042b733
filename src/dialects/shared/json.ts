import { isJsonObject, ownMember } from "../../events/json.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";

/** The member of an object that is read as text; null: it is none. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === "string" ? value : null;
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The elements of a value that should be a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list with one more. Most lists have one element: pushing it to an empty list makes room for seventeen. */
export function added<Element>(list: Element[] | null, one: Element): Element[] {
  if (list === null) return [one];
  list.push(one);
  return list;
}

/**
 * One list after the other; both stay as they are. A spread leaves room for sixteen more elements, and
 * `concat` takes several times as long for what is no list.
 */
export function joined<Element>(
  list: readonly Element[],
  more: readonly Element[],
): readonly Element[] {
  if (list.length === 0) return more;
  return more.length === 0 ? list : list.concat(more);
}

export function isTruncationPolicy(value: unknown): value is TruncationPolicy {
  if (!isJsonObject(value) || !isCount(value.limit)) return false;
  return value.mode === "bytes" || value.mode === "tokens";
}

/** What tells the lines of a tool apart: a type, and the kind of thing in it: `response_item.message`. */
export function lineTypeOf(object: JsonObject): string {
  const nested = (name: string, key: string): unknown => {
    const holder = ownMember(object, name);
    return isJsonObject(holder) ? ownMember(holder, key) : undefined;
  };
  const type = ownMember(object, "type");
  const kinds = [
    nested("payload", "type"),
    ownMember(object, "subtype"),
    nested("message", "role"),
  ];
  const kind = kinds.find((one) => typeof one === "string");
  const names = [type, kind === type ? undefined : kind].filter((one) => typeof one === "string");
  return names.length === 0 ? "(without a type)" : names.join(".");
}
