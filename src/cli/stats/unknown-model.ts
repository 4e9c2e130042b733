import { InvalidArgument } from "../../errors.js";
import { rankNames } from "../../nearest-names.js";

const NAMED = 3;

/** Nothing that was read ran under a model of that name; the nearest that were met are named. */
export function unknownModel(asked: string, met: ReadonlySet<string>): InvalidArgument {
  const nearest = rankNames(asked, met).slice(0, NAMED);
  const remedy = nearest.length === 0 ? undefined : `did you mean ${nearest.join(" or ")}?`;
  return new InvalidArgument(`none of the sessions ran under a model ${asked}`, remedy);
}
