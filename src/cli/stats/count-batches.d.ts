import type { SessionFile } from "../../sessions/session-files.js";
import { type BatchTally, type FilesTally } from "./files-sum.js";
import type { CountOptions } from "./tally-file.js";
/** Files that are counted in one go, and what to count of them; plain data. */
export interface BatchTask {
    readonly paths: readonly string[];
    /** Keys of lines that stand in files before these and count there; none at first. */
    readonly known: Float64Array;
    readonly options: CountOptions;
}
interface BatchLimits {
    readonly files: number;
    /** A file that is larger is a batch by itself. */
    readonly bytes: number;
}
interface CountingOptions {
    readonly options: CountOptions;
    readonly limits: BatchLimits;
    /** So many batches are being counted, or wait for one before them. */
    readonly ahead: number;
    /** Told of each file that is done, in their order. */
    readonly onFile: (file: SessionFile) => void;
}
/** Counts a batch, wherever that is. */
type CountBatch = (task: BatchTask) => Promise<BatchTally>;
/** Counts a batch here. */
export declare function countBatch({ paths, known, options }: BatchTask): Promise<BatchTally>;
/**
 * Counts files batch by batch, several at a time. In which file a line counts that stands in several
 * does not depend on which was read first: where a batch repeats lines of one before it, it is
 * counted again without them.
 */
export declare function countBatches(files: readonly SessionFile[], count: CountBatch, { options, limits, ahead, onFile }: CountingOptions): Promise<FilesTally>;
/** Counts files: what they come to is the same whoever counts, and in however many threads. */
export interface FileCounter {
    /** @param onFile told of each file that is done */
    count(files: readonly SessionFile[], onFile: (file: SessionFile) => void): Promise<FilesTally>;
    close(): Promise<void>;
}
/** Counts in this thread, one file after the other. */
export declare function countHere(options: CountOptions): FileCounter;
/** Counts in threads of their own, many files at a time. */
export declare function countInThreads(size: number, options: CountOptions): FileCounter;
export {};
