import type { LedgerEntry } from "../reducers/thread-state.js";
/** Calls that nothing answers yet, oldest first; an id that is used again counts again. */
export declare function waitingCalls(entries: Iterable<LedgerEntry>): readonly LedgerEntry[];
/** What waits under each key: first come, first taken. */
export declare class QueuesByKey<Key, Waiting> {
    #private;
    add(key: Key, waiting: Waiting): void;
    /** @returns undefined when nothing waits under the key */
    take(key: Key): Waiting | undefined;
}
