import type { Usage } from "../../../events/slices.js";
import { HOLDS, type StateInvariant } from "../invariant.js";

export const usageParts: StateInvariant = {
  over: "state",
  name: "state/usage-parts",
  sentence: "What was read from and written to a cache is part of the input, never beside it.",
  source: "docs/semantics.md §7.9",
  remedy: "whoever recorded the usage has to add up what its provider reports apart",
  check: ({ usage }, known) => {
    if (usage.last === null) return undefined;
    if (known?.usage === usage || fits(usage.last)) return HOLDS;
    const { input, cachedInput, cacheWrite } = usage.last;
    const message = `${cachedInput} read and ${cacheWrite} written of an input of ${input} tokens`;
    return [{ place: `usage, reported at offset ${usage.lastAt ?? "unknown"}`, message }];
  },
};

function fits({ input, cachedInput, cacheWrite }: Usage): boolean {
  return cachedInput + cacheWrite <= input;
}
