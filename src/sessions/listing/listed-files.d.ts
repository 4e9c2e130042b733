/** A file that may hold a thread, as it stood on the disk. Size and time tell whether it changed. */
export interface ListedFile {
    readonly path: string;
    /** As the store names it: the plain file, also while the thread is archived. */
    readonly rollout: string;
    readonly sizeBytes: number;
    /** In milliseconds since 1970. */
    readonly modifiedMs: number;
    readonly isArchived: boolean;
}
/** @returns undefined when it went meanwhile */
export declare function listedFile(path: string, rollout: string, isArchived: boolean): ListedFile | undefined;
/** Every thread's file of a home. */
export declare function storeFiles(home: string): Generator<ListedFile, void, undefined>;
