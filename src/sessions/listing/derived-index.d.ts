import type { ListedFile } from "./listed-files.js";
/**
 * What was told by a file of that path, when it had that size in bytes and that time of its last change
 * (milliseconds since 1970). Nothing behind the three: there is nothing to tell of it.
 */
export type IndexRow = readonly [
    path: string,
    sizeBytes: number,
    modifiedMs: number,
    ...told: readonly unknown[]
];
/** Where they lie in a home. */
export declare const INDEX_FOLDER = "index";
/**
 * Reads an index, which is derived: it may be removed at any time, and is never believed about a file
 * that changed. One that is not there, damaged, or of another version is empty.
 */
export declare function readIndex(path: string): {
    /** Each path once. */
    readonly rows: readonly IndexRow[];
    /** Why there is nothing to use in a file that is there; null: nothing is wrong. */
    readonly notice: string | null;
};
/**
 * The bytes of an index. Rows have no names of members: ten thousand are read before the first thread is
 * shown.
 */
export declare function encodeIndex(rows: readonly IndexRow[]): Uint8Array;
/** The indexes that there are in a home. */
export declare function indexFiles(home: string): readonly string[];
/** Whether a row tells of the file as it is now. */
export declare function isFresh([, sizeBytes, modifiedMs]: IndexRow, file: Pick<ListedFile, "sizeBytes" | "modifiedMs">): boolean;
/**
 * Finds the row of a path. Files are mostly asked for in the order in which their rows were written:
 * then none has to be looked up.
 */
export declare class RowsByPath {
    #private;
    constructor(rows: readonly IndexRow[]);
    find(path: string): IndexRow | undefined;
}
