import { ArchiveDamaged } from "../errors.js";
import { type FileSystem } from "./file-system.js";
import { type Place } from "./home.js";
export interface GarbageOptions {
    readonly home: string;
    /** Blobs that were stored, or stored again, since then are spared. Default one hour. */
    readonly olderThanMs?: number;
    /** Only says what would go. Default false. */
    readonly dryRun?: boolean;
}
export interface GarbageReport {
    /** Blobs that no rollout names, and that were old enough. */
    readonly removed: readonly {
        readonly hash: string;
        readonly sizeBytes: number;
    }[];
    /** Files that a crash left half-written. */
    readonly leftovers: readonly string[];
    /** Archives that are damaged: what they name cannot be told, and so no blob is removed. */
    readonly unreadable: readonly ArchiveDamaged[];
    /** How many blobs stay. */
    readonly keptBlobs: number;
    readonly dryRun: boolean;
}
/**
 * Removes the blobs that neither a rollout nor a torn copy names. One process at a time does it in a
 * home. A blob is stored before the event that names it, so young ones are spared; storing the same
 * content again makes a blob young.
 *
 * @throws {LeaseHeld} another process collects garbage, or deletes a thread
 * @throws {WriteFailed} a file could not be removed
 */
export declare function collectGarbage(options: GarbageOptions): Promise<GarbageReport>;
/**
 * Of these blobs, those that no file beside the threads names: rollouts and torn copies. Where one
 * cannot be read to its end it may name any of them.
 * @param onUnreadable told of each such file; then every blob counts as named
 */
export declare function unnamedBlobs(place: Place, hashes: ReadonlySet<string>, onUnreadable: (damage: ArchiveDamaged) => void): ReadonlySet<string>;
/**
 * Every blob that a file names: whatever in it looks like a blob's name, in whichever member, so that
 * rather too much is kept than too little. The file is read once, in chunks.
 * @throws {ArchiveDamaged} behind the last name: some of the file cannot be read, and may name others
 */
export declare function namedBlobs(path: string, fileSystem?: FileSystem): Generator<string, void, undefined>;
/**
 * Removes a blob, if its time of storing allows it. The name is taken away first and the time looked
 * at again, because any process may store the same content anew at any moment, which makes it young.
 *
 * @param mayGo asked with the time at which the blob was last stored, in milliseconds since 1970
 * @returns whether the blob was removed
 */
export declare function removeBlob({ fileSystem, home }: Place, hash: string, mayGo: (storedMs: number) => boolean): boolean;
/** Whether a file is a blob whose removal was cut short by a crash. */
export declare function isDoomed(path: string): boolean;
/** Gives a blob its name back. @returns the name */
export declare function restoreDoomed(fileSystem: FileSystem, doomed: string): string;
