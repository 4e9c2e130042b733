import { ceil4 } from "../../../events/token-bytes.js";
import { HOLDS, type Finding, type StateInvariant } from "../invariant.js";
import { sharedEntries } from "./shared-entries.js";

export const ledgerTotals: StateInvariant = {
  over: "state",
  name: "state/ledger-totals",
  sentence: "A ledger's bytes and tokens are the sums over its items.",
  source: "docs/architecture.md#state; docs/semantics.md §7.1",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    const { entries, countedBytes, tokens, editedBefore } = state.ledger;
    const shared = sharedEntries(state, known);
    let bytes = shared === 0 ? 0 : (known?.ledger.countedBytes ?? 0);
    let sum = shared === 0 ? 0 : (known?.ledger.tokens ?? 0);
    for (let place = shared; place < entries.length; place += 1) {
      const counted = entries.at(place)?.countedBytes ?? 0;
      bytes += counted;
      sum += ceil4(counted);
    }
    if (bytes === countedBytes && sum === tokens && editedBefore <= entries.length) return HOLDS;
    const found: Finding[] = [];
    if (bytes !== countedBytes) found.push(differs("countedBytes", countedBytes, bytes));
    if (sum !== tokens) found.push(differs("tokens", tokens, sum));
    if (editedBefore > entries.length) {
      found.push({
        place: "ledger.editedBefore",
        message: `${editedBefore} of ${entries.length} items`,
      });
    }
    return found;
  },
};

function differs(name: string, said: number, counted: number): Finding {
  return { place: `ledger.${name}`, message: `the state says ${said}, its items have ${counted}` };
}
