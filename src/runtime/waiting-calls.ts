import { callKey, outputKey } from "../projections/prompt/pairing.js";
import type { LedgerEntry } from "../reducers/thread-state.js";

/** Calls that nothing answers yet, oldest first; an id that is used again counts again. */
export function waitingCalls(entries: Iterable<LedgerEntry>): readonly LedgerEntry[] {
  const waiting = new Set<LedgerEntry>();
  const ofKey = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const call = callKey(entry.item);
    if (call !== null) {
      waiting.add(entry);
      const same = ofKey.get(call);
      if (same === undefined) ofKey.set(call, [entry]);
      else same.push(entry);
    }
    const answered = ofKey.get(outputKey(entry.item) ?? "")?.shift();
    if (answered !== undefined) waiting.delete(answered);
  }
  return [...waiting];
}
