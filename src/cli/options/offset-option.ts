import { InvalidArgumentError } from "commander";

/** Parses an offset: a whole number from 0. */
export function offsetOption(text: string): number {
  const offset = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(offset)) return offset;
  throw new InvalidArgumentError("An offset is a whole number from 0.");
}

/** Parses a count: a whole number from 1. */
export function countOption(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("A count is a whole number from 1.");
}
