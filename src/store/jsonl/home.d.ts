import type { FileStatus, FileSystem } from "./file-system.js";
/** Where things stand in a home; the names are documented in docs/file-format.md. */
export interface Place {
    readonly fileSystem: FileSystem;
    readonly home: string;
}
/** `threads/YYYY/MM/DD/<ulid>.jsonl`, by the day (UTC) on which the thread started. */
export declare function rolloutPath(home: string, threadId: string, startedAt: string): string;
/** The file that stands in a rollout's place while the thread is archived. */
export declare function archivePath(rollout: string): string;
export declare function isArchivePath(path: string): boolean;
/** The thread's lease: a folder with one file for each process that wants it. */
export declare function leaseFolder(rollout: string): string;
/** A thread's file. */
export interface RolloutFile {
    readonly threadId: string;
    /** Of the plain file, also while the thread is archived. */
    readonly path: string;
    /** Whether the archive stands in its place. */
    readonly isArchived: boolean;
}
/** Every thread's file: newest day first, within a day newest id first. */
export declare function rolloutFiles(place: Place): Generator<RolloutFile, void, undefined>;
/** The folders of all days that have threads, newest first. */
export declare function dayFolders({ fileSystem, home }: Place): Generator<string, void, undefined>;
/**
 * The names in a folder; none when there is no such folder.
 * @throws {ReadFailed} the folder cannot be looked at
 */
export declare function listIfThere(fileSystem: FileSystem, folder: string): string[];
/**
 * Looks on the day that the id names, then on all days: an imported thread's id need not hold its
 * time.
 * @returns the path of the plain file, also while the thread is archived
 */
export declare function findRollout(place: Place, threadId: string): string | undefined;
/** The status of a rollout in whichever form it is there; undefined when it is in neither. */
export declare function rolloutStatus(fileSystem: FileSystem, rollout: string): FileStatus | undefined;
/** The absolute path of a home: what was asked for, else `REFOLD_HOME`, else `~/.refold`. */
export declare function storeHome(asked?: string): string;
/** A folder for a store that is needed for a while. */
export interface TemporaryHome {
    readonly home: string;
    /** Removes it with all that is in it. */
    readonly remove: () => void;
}
/** Makes an empty folder (mode 0700) where the system keeps what is temporary. */
export declare function temporaryHome(): TemporaryHome;
