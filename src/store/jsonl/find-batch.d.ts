import type { LogEvent } from "../../events/event.js";
import type { LogFile } from "./log-file.js";
/** The end of a log. */
interface LogEnd {
    /** The last event with none left. */
    readonly last: LogEvent;
    /** The offset behind it. */
    readonly head: number;
    /** The byte behind its line. */
    readonly byte: number;
}
/**
 * The byte at which the batch begins that holds an offset, found by binary search: each line names
 * its own. What the search believes on the way is proved at its end, by sums and neighbours.
 *
 * @returns null when there is no such offset, or when damage makes it uncertain where it stands:
 *   whoever needs it reads the whole log
 */
export declare function findBatchStart(log: LogFile, offset: number): number | null;
/** The byte behind the batch that holds an offset; null as for `findBatchStart`. */
export declare function findBatchEnd(log: LogFile, offset: number): number | null;
/** The first event of a log, or, where its beginning is damaged, the first that can be read. */
export declare function findFirstEvent(log: LogFile): LogEvent | null;
/** Where a log ends for a reader: behind the last line with none left. Null: it has no such line. */
export declare function findLogEnd(log: LogFile): LogEnd | null;
/** The event of an offset, where its line begins, and the byte behind it. Null as above. */
export declare function findEvent(log: LogFile, offset: number): {
    readonly event: LogEvent;
    readonly byte: number;
    readonly endByte: number;
} | null;
/** Whether `next` is the line that a batch goes on with behind `event`. */
export declare function continuesBatch(event: LogEvent, next: LogEvent): boolean;
/** The offset behind a batch, as any of its lines tells it. */
export declare function batchEnd(event: LogEvent): number;
/**
 * Whether `next` cuts the batch of `event` short: in a fork with a copied prefix the parent's lines
 * end, mid-batch maybe, with the one that `thread.forked` names by id and sum.
 */
export declare function cutsBatch(event: LogEvent, next: LogEvent): boolean;
export {};
