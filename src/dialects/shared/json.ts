import { isJsonObject } from "../../events/json.js";
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

export function isTruncationPolicy(value: unknown): value is TruncationPolicy {
  if (!isJsonObject(value) || !isCount(value.limit)) return false;
  return value.mode === "bytes" || value.mode === "tokens";
}
