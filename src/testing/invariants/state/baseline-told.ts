import type { ItemRef } from "../../../events/primitives.js";
import { compareRefs, refKey } from "../../../reducers/item-refs.js";
import type { LedgerEntry, Sequence, ThreadState } from "../../../reducers/thread-state.js";
import { HOLDS, type Finding, type StateInvariant } from "../invariant.js";

export const baselineTold: StateInvariant = {
  over: "state",
  name: "state/baseline-told",
  sentence: "While there is a told baseline, every item is in the ledger that told a fact of it.",
  source: "docs/architecture.md, law 7",
  remedy: "what removes such an item has to clear the baseline, so that everything is told again",
  check: (state, known) => {
    const { baseline, ledger } = state;
    if (baseline?.mode !== "told") return undefined;
    if (known !== null && isUntouched(state, known)) return HOLDS;
    const found: Finding[] = [];
    for (const [fact, ref] of Object.entries(baseline.toldBy)) {
      if (holds(ledger.entries, ref)) continue;
      const message = `told by item ${refKey(ref)}, which is not in the ledger`;
      found.push({ place: `baseline fact ${fact}`, message });
    }
    return found;
  },
};

/** Under one version of the history nothing leaves a ledger. */
function isUntouched(state: ThreadState, known: ThreadState): boolean {
  const isSame =
    state.baseline === known.baseline || state.baseline?.toldBy === known.baseline?.toldBy;
  return isSame && state.log.historyVersion === known.log.historyVersion;
}

/** A ledger is ordered by ref. */
function holds(entries: Sequence<LedgerEntry>, ref: ItemRef): boolean {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries.at(middle);
    const order = entry === undefined ? 0 : compareRefs(entry.ref, ref);
    if (order === 0) return entry !== undefined;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
