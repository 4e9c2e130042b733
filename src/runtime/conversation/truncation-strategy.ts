import { InvalidArgument } from "../../errors.js";
import { rankNames } from "../../nearest-names.js";

const STRATEGIES = ["sliding-window", "summarize", "priority"] as const;

/**
 * How a conversation that outgrows its budget is made to fit: the oldest messages go; a summary takes
 * their place; or what is not protected goes first (the first user message and the newest three, calls
 * with their results, and images are).
 */
export type TruncationStrategy = (typeof STRATEGIES)[number];

/** @throws {InvalidArgument} with the nearest name */
export function checkStrategy(name: unknown): TruncationStrategy {
  const known = STRATEGIES.find((each) => each === name);
  if (known !== undefined) return known;
  const text = String(name);
  const [nearest] = rankNames(text, STRATEGIES);
  throw new InvalidArgument(
    `there is no truncation strategy ${JSON.stringify(text)}`,
    `did you mean ${nearest ?? ""}? There are ${STRATEGIES.join(", ")}.`,
  );
}
