import { callKey, outputKey } from "../projections/prompt/pairing.js";
import type { LedgerEntry } from "../reducers/thread-state.js";
import { QueuesByKey } from "./queues-by-key.js";

/** Calls that nothing answers yet, oldest first; an id that is used again counts again. */
export function waitingCalls(entries: Iterable<LedgerEntry>): readonly LedgerEntry[] {
  const waiting = new Set<LedgerEntry>();
  const byKey = new QueuesByKey<string | null, LedgerEntry>();
  for (const entry of entries) {
    const call = callKey(entry.item);
    if (call !== null) {
      waiting.add(entry);
      byKey.add(call, entry);
    }
    const answered = byKey.take(outputKey(entry.item));
    if (answered !== undefined) waiting.delete(answered);
  }
  return [...waiting];
}
