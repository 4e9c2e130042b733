/** Size in bytes and time of the last change in milliseconds since 1970. */
export interface FileStatus {
    readonly sizeBytes: number;
    readonly modifiedMs: number;
}
/** `append`: read and append; `create`: the same, and the file must not exist. */
type OpenMode = "read" | "append" | "create";
/**
 * The few calls through which the store writes, so that a test can make each of them fail. All are
 * synchronous and throw what `node:fs` throws. Files are made with mode 0600, folders with 0700.
 */
export interface FileSystem {
    open(path: string, mode: OpenMode): number;
    close(file: number): void;
    /** @returns bytes read into the whole of `into`; 0 at the end of the file */
    read(file: number, into: Uint8Array, position: number): number;
    /** Writes at the end. @returns bytes written, which may be fewer than given */
    write(file: number, bytes: Uint8Array): number;
    /** @returns the size of an open file; -1 when it was removed or replaced, so that it has no name */
    sizeBytes(file: number): number;
    truncate(file: number, sizeBytes: number): void;
    /** Makes a file's bytes durable (fdatasync). */
    syncData(file: number): void;
    /** Makes a folder's names durable. Nothing where folders cannot be synced (Windows). */
    syncFolder(path: string): void;
    /** Makes the folder and those above it. @returns the topmost folder that was made */
    makeFolder(path: string): string | undefined;
    /** @returns undefined when there is nothing of that name */
    status(path: string): FileStatus | undefined;
    /** The names in a folder. Throws when there is none. */
    list(folder: string): string[];
    readFile(path: string): Buffer;
    /** Sets the time of the last change: to now, or to so many milliseconds since 1970. */
    touch(path: string, modifiedMs?: number): void;
    rename(from: string, to: string): void;
    remove(path: string): void;
    removeFolder(path: string): void;
}
export declare const nodeFileSystem: FileSystem;
/**
 * Makes a folder and those above it. Not with Node's `recursive`: that never ends in a folder which
 * says of every new name that there is no such folder, as /proc does.
 * @returns the topmost folder that was made; undefined: all were there
 * @throws what `node:fs` throws
 */
export declare function makeFolders(path: string, mode: number): string | undefined;
/** Writes all bytes at the end of a file, however many the system takes at a time. */
export declare function writeAll(fileSystem: FileSystem, file: number, bytes: Uint8Array): void;
/** Makes a folder and those above it; their names are durable afterwards when `sync` is true. */
export declare function makeFolder(fileSystem: FileSystem, path: string, sync: boolean): void;
/** Makes the names in a folder durable, and in those above it, up to and including `upTo`. */
export declare function syncFolders(fileSystem: FileSystem, folder: string, upTo: string): void;
export {};
