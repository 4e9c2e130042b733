import { parseMoment } from "./moment.js";

/**
 * Parses `--since`; gives the time in UTC as events write it.
 * @throws {InvalidArgument} it is no time and no age
 */
export function sinceOption(text: string): string {
  return parseMoment(text, "--since").toISOString();
}
