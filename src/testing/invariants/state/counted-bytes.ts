import { countItemBytes } from "../../../events/item-bytes.js";
import { refKey } from "../../../reducers/item-refs.js";
import { HOLDS, type Finding, type StateInvariant } from "../invariant.js";
import { sharedEntries } from "./shared-entries.js";

export const countedBytes: StateInvariant = {
  over: "state",
  name: "state/counted-bytes",
  sentence: "The size that is recorded with an item is the one that counting it again gives.",
  source: "docs/semantics.md §7.1-7.2; docs/architecture.md#state",
  remedy: "whoever recorded the item counted wrong: record what countItemBytes gives",
  check: (state, known) => {
    const { entries } = state.ledger;
    let found: Finding[] | null = null;
    for (let place = sharedEntries(state, known); place < entries.length; place += 1) {
      const entry = entries.at(place);
      if (entry === undefined) continue;
      const bytes = countItemBytes(entry.item);
      if (bytes === entry.countedBytes) continue;
      const message = `${entry.countedBytes} bytes are recorded, the item has ${bytes}`;
      (found ??= []).push({ place: `ledger item ${refKey(entry.ref)}`, message });
    }
    return found ?? HOLDS;
  },
};
