import { invalidArgument } from "./errors.js";

/**
 * Refuses a limit that is no number.
 * @throws {RefoldError} `invalid-argument`
 */
export function checkLimit(name: string, limit: unknown, least = 0): void {
  if (limit === undefined || (typeof limit === "number" && limit >= least)) return;
  throw invalidArgument(`\`${name}\` is no number from ${least}`, "`Infinity` is no limit.");
}
