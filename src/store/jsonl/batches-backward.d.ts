import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import type { LogFile } from "./log-file.js";
/** A whole batch as it stands in a file. */
interface StoredBatch {
    /** Newest first. */
    readonly events: readonly LogEvent[];
    /** The byte behind its last line. */
    readonly endByte: number;
}
/**
 * The whole batches of a log, last first, without a torn tail: lines behind the last with none left.
 * Reads what it yields, and the line before it, which shows that the batch is whole.
 *
 * @throws {DamagedLog} where damage is met
 * @throws {NeedsNewerVersion} with `refuse`
 */
export declare function batchesBackward(log: LogFile, newer?: CheckOptions["newer"]): Generator<StoredBatch, void, undefined>;
/** Where the whole batches of a rollout end. */
interface LogTail {
    /** The offset that the next event gets; null: the file holds no whole batch. */
    readonly head: number | null;
    /** Bytes of whole batches; what follows is torn. */
    readonly endByte: number;
}
/**
 * Finds the end of the last whole batch, from the end of the file: costs what the tail costs. What
 * follows that batch is a torn tail.
 *
 * @throws {DamagedLog} before the last batch stands damage: bytes that a cut would not set aside
 */
export declare function findLogTail(log: LogFile): LogTail;
export {};
