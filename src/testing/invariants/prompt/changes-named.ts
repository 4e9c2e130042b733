import { refKey } from "../../../reducers/item-refs.js";
import type { Finding, PromptInvariant } from "../invariant.js";

export const changesNamed: PromptInvariant = {
  over: "prompt",
  name: "prompt/changes-named",
  sentence: "Whatever a prompt adds to the ledger, alters or leaves out stands among its repairs.",
  source: "docs/architecture.md, law 5; docs/semantics.md §8.7",
  remedy: "a defect of the prompt's projection: report it",
  check: (prompt, { state }) => {
    const named = new Set(
      prompt.repairs.toArray().map(({ ref }) => (ref === null ? "" : refKey(ref))),
    );
    const shown = new Set<number>();
    const found: Finding[] = [];
    const { entries } = state.ledger;
    for (const { item, ref, inserted, ledgerIndex } of prompt.items) {
      if (!inserted) shown.add(ledgerIndex);
      const isSame = !inserted && entries.at(ledgerIndex)?.item === item;
      if (isSame || ref === null || named.has(refKey(ref))) continue;
      const message = inserted ? "an output was added, unnamed" : "an item was altered, unnamed";
      found.push({ place: `ledger item ${ledgerIndex}`, message });
    }
    let place = 0;
    for (const { ref } of entries) {
      if (!shown.has(place) && !named.has(refKey(ref))) {
        found.push({ place: `ledger item ${place}`, message: "an item was left out, unnamed" });
      }
      place += 1;
    }
    return found;
  },
};
