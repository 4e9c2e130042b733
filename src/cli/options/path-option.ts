import { InvalidArgumentError } from "commander";

/** Takes a path; an empty one, which a shell makes of an unset variable, would mean where one stands. */
export function pathOption(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("A path is not empty.");
}
