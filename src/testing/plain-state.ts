import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";

/** A state of plain objects and arrays, so that two of them can be compared by value. */
export function plainState(state: ThreadState) {
  return { ...state, ledger: { ...state.ledger, entries: entriesOf(state) } };
}

/** A state without its one slice that counts discarded events too (law 1). */
export function plainStateWithoutLog(state: ThreadState) {
  return { ...plainState(state), log: null };
}

function entriesOf(state: ThreadState): readonly LedgerEntry[] {
  return state.ledger.entries.toArray();
}
