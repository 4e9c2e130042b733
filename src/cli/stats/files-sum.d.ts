import { type Tally } from "../../projections/stats/tally.js";
import { type CountOptions, type UnreadSession } from "./tally-file.js";
/** What files say together. */
export interface FilesTally {
    readonly tally: Tally;
    /** Files that hold sessions, damaged ones too. */
    readonly files: number;
    readonly unread: readonly UnreadSession[];
    readonly damaged: readonly {
        readonly path: string;
        readonly places: number;
    }[];
}
/** What the files of a batch say; plain data, so that it passes between threads. */
export interface BatchTally extends FilesTally {
    /** Of the lines that count here or were known before, in no order. */
    readonly keys: Float64Array<ArrayBuffer>;
}
/**
 * Adds up files, one after the other. A line that stands in several of them, because a session goes
 * on from another or was found twice, counts in the first.
 */
export declare class FilesSum implements FilesTally {
    #private;
    readonly tally: Tally;
    files: number;
    readonly unread: UnreadSession[];
    readonly damaged: {
        path: string;
        places: number;
    }[];
    /** @param known keys of lines that count elsewhere */
    constructor(known?: Float64Array);
    /** Counts the next file; one that cannot be read is an answer like any other. */
    count(path: string, options: CountOptions): Promise<void>;
    /** Of these keys, those of lines that were counted before. */
    repeatedIn({ keys }: BatchTally): Float64Array;
    /** Takes the files that come next as they were counted elsewhere, without what is repeated. */
    add({ tally, files, unread, damaged, keys }: BatchTally): void;
    toBatch(): BatchTally;
}
