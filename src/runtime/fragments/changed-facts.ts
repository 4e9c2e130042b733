import { isDeepStrictEqual } from "node:util";
import type { Envelope } from "../../events/envelope.js";
import type { Baseline } from "../../events/slices.js";
import type { FragmentRegistry } from "./registry.js";

/**
 * Which facts the model must be told anew.
 * @returns null when a diff cannot tell it and everything is to be told: there is no baseline, it was
 *   only observed (a foreign session's items do not say their facts), a fact went away, or one came
 *   that the baseline knows nothing of
 */
export function changedFacts(known: {
  readonly envelope: Envelope;
  readonly baseline: Baseline | null;
  readonly registry: FragmentRegistry;
}): ReadonlySet<string> | null {
  const { envelope, baseline } = known;
  if (baseline === null || baseline.mode === "observed") return null;
  const changed = new Set<string>();
  for (const fact of known.registry.session.flatMap(({ facts }) => facts)) {
    const before = baseline.envelope[fact];
    const now = envelope[fact];
    if (isDeepStrictEqual(before, now)) continue;
    if (before === undefined || now === undefined) return null;
    changed.add(fact);
  }
  return changed;
}
