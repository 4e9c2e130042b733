import { jsonValueBytes } from "./json-bytes.js";

/** Sizes of what stands between values in compact JSON. */

/** Brackets and commas of a list. */
export function arrayFrame(length: number): number {
  return 2 + Math.max(0, length - 1);
}

/** The fixed characters of an object, written out so that a reader can check them. */
export function frame(characters: string): number {
  return characters.length;
}

/** A member that is left out when it is null. */
export function optionalMember(name: string, value: unknown): number {
  if (value === null || value === undefined) return 0;
  return frame(',"":') + name.length + jsonValueBytes(value);
}
