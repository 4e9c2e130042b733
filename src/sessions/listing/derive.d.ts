import { type IndexRow } from "./derived-index.js";
import type { ListedFile } from "./listed-files.js";
/** Who is told how deriving goes. */
export interface DeriveListeners {
    /** Told how many of the files that had to be read have been. */
    readonly onProgress?: (done: number, total: number) => void;
    /** Told when the index was damaged, or could not be written: it costs time and nothing else. */
    readonly onNotice?: (notice: string) => void;
}
/** How something is told of each of many files, and remembered. */
export interface Derivation<Told> extends DeriveListeners {
    readonly indexPath: string;
    /**
     * Undefined: there is nothing to tell of the file, or it went meanwhile. Null: nor is that remembered,
     * for the next time may tell something.
     */
    readonly read: (file: ListedFile) => Promise<Told | undefined | null>;
    /** What a row holds behind the file's status; null: the next time may tell something else. */
    readonly encode: (told: Told) => readonly unknown[] | null;
    /** The other way, with the same result. Undefined: other code made the row. */
    readonly decode: (row: IndexRow, file: ListedFile) => Told | undefined;
}
/**
 * What every file tells, in their order but for those that had to be read, which come last. Read are
 * those whose size or time is not that of their row in the index.
 */
export declare function derive<Told>(files: Iterable<ListedFile>, derivation: Derivation<Told>): Promise<Told[]>;
