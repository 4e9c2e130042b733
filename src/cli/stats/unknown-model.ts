import { distance } from "fastest-levenshtein";
import { InvalidArgument } from "../../errors.js";

const NAMED = 3;

/** Nothing that was read ran under a model of that name; the nearest that were met are named. */
export function unknownModel(asked: string, met: ReadonlySet<string>): InvalidArgument {
  const nearest = [...met]
    .map((model) => ({ model, edits: distance(asked, model) }))
    .toSorted((one, other) => one.edits - other.edits || (one.model < other.model ? -1 : 1))
    .slice(0, NAMED)
    .map(({ model }) => model);
  const remedy = nearest.length === 0 ? undefined : `did you mean ${nearest.join(" or ")}?`;
  return new InvalidArgument(`none of the sessions ran under a model ${asked}`, remedy);
}
