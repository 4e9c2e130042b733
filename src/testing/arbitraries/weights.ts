import fc from "fast-check";
import { invalidArgument } from "../../errors.js";
import { rankNames } from "../../nearest-names.js";

/** How often each kind comes, against the others: whole numbers; 0 leaves it out. */
type Weights<Name extends string = string> = Readonly<Record<Name, number>>;

const NEAREST = 3;

/**
 * The weights of a generator: the usual ones, with those that the caller gives in their place.
 * @param what is weighted, for messages: `history`, `thread command`
 * @throws {RefoldError} `invalid-argument`: a weight is no whole number from 0 on; there is none of
 *   such a name (says which are spelled alike)
 */
export function readWeights<Name extends string>(
  what: string,
  usual: Weights<Name>,
  given: Partial<Weights<Name>> = {},
): Weights<Name> {
  for (const [name, weight] of Object.entries<number | undefined>(given)) {
    if (!Object.hasOwn(usual, name)) {
      const nearest = rankNames(name, Object.keys(usual)).slice(0, NEAREST);
      const remedy = `did you mean ${nearest.join(" or ")}?`;
      throw invalidArgument(`there is no ${what} weight ${name}`, remedy);
    }
    if (weight === undefined || (Number.isSafeInteger(weight) && weight >= 0)) continue;
    const remedy = "a weight is a whole number from 0 (never) on";
    throw invalidArgument(`the ${what} weight ${name} is ${String(weight)}`, remedy);
  }
  const present = Object.entries(given).filter(([, weight]) => weight !== undefined);
  return { ...usual, ...Object.fromEntries(present) };
}

/**
 * One of several kinds, as often as its weight says.
 * @param kinds what each kind is drawn from
 * @throws {RefoldError} `invalid-argument`: every weight is 0
 */
export function weighted<Value>(
  what: string,
  weights: Weights,
  kinds: Readonly<Record<string, fc.Arbitrary<Value> | readonly fc.Arbitrary<Value>[]>>,
): fc.Arbitrary<Value> {
  const choices = Object.entries(kinds).flatMap(([kind, drawn]) => {
    const weight = weights[kind] ?? 0;
    return weight === 0 ? [] : [drawn].flat().map((arbitrary) => ({ weight, arbitrary }));
  });
  if (choices.length > 0) return fc.oneof(...choices);
  throw invalidArgument(`every ${what} weight is 0: there is nothing to draw`, "leave one above 0");
}
