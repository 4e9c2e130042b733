import { InvalidArgument } from "../errors.js";
import { rankNames } from "../nearest-names.js";

const NEAREST = 3;

/**
 * The weights of a generator: the usual ones, with those that the caller gives in their place.
 * @param what is weighted, for messages: `history`, `thread command`
 * @throws {InvalidArgument} a weight is no whole number from 0 on; there is none of such a name (says
 *   which are spelled alike); all are 0
 */
export function readWeights<Name extends string>(
  what: string,
  usual: Readonly<Record<Name, number>>,
  given: Partial<Readonly<Record<Name, number>>>,
): Readonly<Record<Name, number>> {
  for (const [name, weight] of Object.entries<number | undefined>(given)) {
    if (!Object.hasOwn(usual, name)) throw noSuchWeight(what, name, Object.keys(usual));
    if (weight === undefined || (Number.isSafeInteger(weight) && weight >= 0)) continue;
    throw new InvalidArgument(
      `the ${what} weight ${name} is ${String(weight)}`,
      "a weight is a whole number from 0 (never) on",
    );
  }
  const present = Object.entries(given).filter(([, weight]) => weight !== undefined);
  return { ...usual, ...Object.fromEntries(present) };
}

/** @throws {InvalidArgument} there is nothing left that could be drawn */
export function refuseNothing(what: string, weights: readonly number[]): void {
  if (weights.some((weight) => weight > 0)) return;
  throw new InvalidArgument(
    `every ${what} weight is 0: there is nothing to draw`,
    "leave one above 0",
  );
}

function noSuchWeight(what: string, name: string, known: readonly string[]): InvalidArgument {
  const nearest = rankNames(name, known).slice(0, NEAREST);
  return new InvalidArgument(
    `there is no ${what} weight ${name}`,
    `did you mean ${nearest.join(" or ")}?`,
  );
}
