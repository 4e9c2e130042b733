import { callKey, outputKey } from "../events/pairing.js";
import type { LedgerEntry } from "../reducers/thread-state.js";

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

/** What waits under each key: first come, first taken. */
export class QueuesByKey<Key, Waiting> {
  readonly #queues = new Map<Key, Waiting[]>();

  add(key: Key, waiting: Waiting): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [waiting]);
    else queue.push(waiting);
  }

  /** @returns undefined when nothing waits under the key */
  take(key: Key): Waiting | undefined {
    return this.#queues.get(key)?.shift();
  }
}
