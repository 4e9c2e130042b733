import type { ThreadState } from "../../../reducers/thread-state.js";

/**
 * How many entries of a ledger were looked at in a state before. Whatever rewrites a ledger makes it
 * a new version of the history (law 1); under one version entries are only added.
 */
export function sharedEntries(state: ThreadState, known: ThreadState | null): number {
  if (known === null) return 0;
  const [{ entries }, before] = [state.ledger, known.ledger.entries];
  if (known.log.historyVersion !== state.log.historyVersion) return 0;
  if (before.length === 0 || before.length > entries.length) return 0;
  return before.at(-1) === entries.at(before.length - 1) ? before.length : 0;
}
