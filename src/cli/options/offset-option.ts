import { InvalidArgumentError } from "commander";

/** Parses an offset: a whole number from 0. */
export function offsetOption(text: string): number {
  const offset = wholeNumber(text);
  if (offset !== null) return offset;
  throw new InvalidArgumentError("An offset is a whole number from 0.");
}

/** Parses a count: a whole number from 1. */
export function countOption(text: string): number {
  const count = wholeNumber(text);
  if (count !== null && count >= 1) return count;
  throw new InvalidArgumentError("A count is a whole number from 1.");
}

/** Parses a count of what may be none: a whole number from 0. */
export function countFromZeroOption(text: string): number {
  const count = wholeNumber(text);
  if (count !== null) return count;
  throw new InvalidArgumentError("A count is a whole number from 0.");
}

function wholeNumber(text: string): number | null {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}
