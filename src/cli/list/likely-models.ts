import { nearestNames } from "../../nearest-names.js";
import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import { isModel } from "./select-threads.js";

const SHOWN = 6;

/**
 * What the threads of a list used in place of a model that none of them did: the models that are
 * spelled most like it, else some of all; none when it is not the model that nothing was found for.
 */
export function likelyModels(threads: readonly ThreadSummary[], wanted: string): readonly string[] {
  if (threads.some(({ model }) => isModel(model, wanted))) return [];
  const models = new Set(threads.flatMap(({ model }) => (model === null ? [] : [model])));
  const near = nearestNames(wanted, models);
  return near.length > 0 ? near : [...models].sort().slice(0, SHOWN);
}
