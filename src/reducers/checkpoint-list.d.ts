import type { EventSource } from "../events/event-source.js";
import type { HistoryCompacted } from "../events/history.js";
/** One compaction of a thread, discarded ones included. */
export interface CheckpointEntry {
    readonly offset: number;
    /** RFC 3339. */
    readonly at: string;
    readonly windowNumber: number;
    readonly trigger: HistoryCompacted["data"]["trigger"];
    readonly reason: string | null;
    readonly summary: string | null;
    readonly replaced: {
        readonly from: number;
        readonly to: number;
    } | null;
    readonly tokensBefore: number | null;
    readonly tokensAfter: number | null;
    readonly survives: boolean;
}
/**
 * Every compaction that a log tells of, oldest first. A view that walks the whole log: it grows with
 * the thread and is no state.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export declare function checkpointList(source: EventSource, { to }?: {
    readonly to?: number;
}): Promise<readonly CheckpointEntry[]>;
