import type { PairGroup } from "./fit-groups.js";

/** The order in which a sliding window leaves groups out: oldest first, whatever they are. */
export function slidingWindowOrder(groups: readonly PairGroup[]): readonly PairGroup[] {
  return groups;
}
