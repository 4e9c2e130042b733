import { compareRefs, refKey, refOffset } from "../../../reducers/item-refs.js";
import { HOLDS, type Finding, type StateInvariant } from "../invariant.js";
import { sharedEntries } from "./shared-entries.js";

export const ledgerOrder: StateInvariant = {
  over: "state",
  name: "state/ledger-order",
  sentence: "A ledger names each item once, oldest first, and none that is not recorded yet.",
  source: "docs/glossary.md (ledger, item ref)",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    const { entries } = state.ledger;
    let found: Finding[] | null = null;
    for (let place = sharedEntries(state, known); place < entries.length; place += 1) {
      const [ref, before] = [entries.at(place)?.ref, entries.at(place - 1)?.ref];
      if (ref === undefined) continue;
      if (place > 0 && before !== undefined && compareRefs(before, ref) >= 0) {
        const message = `it stands behind item ${refKey(before)}`;
        (found ??= []).push({ place: `ledger item ${refKey(ref)}`, message });
      }
      if (refOffset(ref) >= state.log.head) {
        const message = `the log ends at offset ${state.log.head - 1}`;
        (found ??= []).push({ place: `ledger item ${refKey(ref)}`, message });
      }
    }
    return found ?? HOLDS;
  },
};
