import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** As `toStrictEqual`, for properties that compare thousands of values: the matcher takes ten times as long. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}
