import type { JsonObject } from "../events/primitives.js";

/** The member of an object that is read as text; null: it is none. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === "string" ? value : null;
}
