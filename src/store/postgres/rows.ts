import { unreachable } from "../../errors.js";
import type { Row } from "./access.js";

/** A whole number; null where there is none. */
export function numberIn(row: Row, column: string): number | null {
  const value = row[column];
  if (value === null || value === undefined) return null;
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw unexpected(column);
}

/** The same of a column that is never null. */
export function countIn(row: Row, column: string): number {
  const value = numberIn(row, column);
  if (value === null) throw unexpected(column);
  return value;
}

export function textIn(row: Row, column: string): string | null {
  const value = row[column];
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  throw unexpected(column);
}

export function bytesIn(row: Row, column: string): Buffer {
  const value = row[column];
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  // As the server writes it, where a driver's parsers were taken off.
  if (typeof value === "string" && value.startsWith("\\x")) {
    return Buffer.from(value.slice(2), "hex");
  }
  throw unexpected(column);
}

/** Whether a boolean is true: also as the server writes it. */
export function isTrueIn(row: Row, column: string): boolean {
  const value = row[column];
  return value === true || value === "t";
}

function unexpected(column: string) {
  return unreachable(`the database answered with no ${column} of the right kind`);
}
