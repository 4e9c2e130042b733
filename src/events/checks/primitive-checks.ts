import { isJsonObject } from "../json.js";
import {
  BLOB_HASH_PATTERN,
  LINE_SUM_PATTERN,
  TIMESTAMP_PATTERN,
  ULID_PATTERN,
} from "../primitives.js";

/**
 * Checks that copy nothing, for the events that are read and written all the time. Each accepts
 * exactly what the zod schema of the same name accepts (a property test holds them to it); the
 * schemas stay the truth, and say what is wrong when a check refuses.
 */

export type Check = (value: unknown) => boolean;

/** An object's members, before they are checked. */
export type Members = Readonly<Record<string, unknown>>;

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

export function isNullableText(value: unknown): boolean {
  return value === null || typeof value === "string";
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** An offset, or a count of tokens or bytes. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isPositive(value: unknown): value is number {
  return isCount(value) && value > 0;
}

export function isNullableCount(value: unknown): boolean {
  return value === null || isCount(value);
}

export function isNullable(value: unknown, check: Check): boolean {
  return value === null || check(value);
}

export function isOptional(value: unknown, check: Check): boolean {
  return value === undefined || check(value);
}

export function isNullish(value: unknown, check: Check): boolean {
  return value === undefined || value === null || check(value);
}

export function isListOf(value: unknown, check: Check): boolean {
  if (!Array.isArray(value)) return false;
  for (const element of value) {
    if (!check(element)) return false;
  }
  return true;
}

/** Like zod, passes over a member named `[object Object]`. */
export function isTextRecord(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) {
    if (key !== "__proto__" && typeof value[key] !== "string") return false;
  }
  return true;
}

export function isUlid(value: unknown): value is string {
  return typeof value === "string" && ULID_PATTERN.test(value);
}

export function isTimestamp(value: unknown): boolean {
  return typeof value === "string" && TIMESTAMP_PATTERN.test(value);
}

export function isLineSum(value: unknown): boolean {
  return typeof value === "string" && LINE_SUM_PATTERN.test(value);
}

export function isBlobHash(value: unknown): boolean {
  return typeof value === "string" && BLOB_HASH_PATTERN.test(value);
}

export function isTruncationPolicy(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    (value.mode === "bytes" || value.mode === "tokens") &&
    isCount(value.limit)
  );
}

/** An offset, or the offset and the index among the event's items. */
export function isItemRef(value: unknown): boolean {
  if (!Array.isArray(value)) return isCount(value);
  return value.length === 2 && isCount(value[0]) && isCount(value[1]);
}
