import type { ModelInfo } from "./model-info.js";
import { defaultTruncationPolicy } from "./truncation-policies.js";

type Derived = "id" | "modalities" | "tokenFactor" | "effectiveWindowPercent" | "truncationPolicy";

/** Models that share every fact but their name; facts that are the same for nearly all are filled in. */
export function family(
  ids: readonly string[],
  facts: Omit<ModelInfo, Derived> & Partial<Pick<ModelInfo, Derived>>,
): readonly ModelInfo[] {
  return ids.map((id) => ({
    modalities: ["text", "image"],
    tokenFactor: 1,
    effectiveWindowPercent: 95, // docs/semantics.md §2.7
    truncationPolicy: defaultTruncationPolicy(id),
    ...facts,
    id,
  }));
}
