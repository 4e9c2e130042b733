import { type FileSystem } from "./file-system.js";
import { type Lease } from "./lease.js";
import type { LogFile } from "./log-file.js";
/** What a change between the two forms of a rollout came to. */
export interface FormChange {
    /** Bytes of the log. */
    readonly logBytes: number;
    /** Bytes of its archive. */
    readonly archiveBytes: number;
    /** False: it had this form already. */
    readonly isChanged: boolean;
}
interface ChangeFormOptions {
    readonly fileSystem: FileSystem;
    /** The plain file's path. */
    readonly rollout: string;
    /** The thread's. */
    readonly lease: Pick<Lease, "isHeld">;
    /** Told how much of the log is done, in bytes. */
    readonly onProgress?: ((doneBytes: number) => void) | undefined;
}
/**
 * Puts an archive in place of a rollout's plain file. The archive is written under another name,
 * compared with the file byte for byte, made durable and renamed; only then the file goes. A crash
 * leaves the plain file, alone or with an archive that counts for nothing beside it.
 *
 * @throws {Fenced} somebody took the lease over, or wrote; the plain file stands as it was
 */
export declare function archiveRollout(options: ChangeFormOptions): Promise<FormChange>;
/**
 * Puts the plain file, the same bytes as before, in place of a rollout's archive; in the same order.
 * What a crash left beside a plain file is removed.
 *
 * @throws {ArchiveDamaged} a frame is damaged or cut off; the archive stands as it was
 */
export declare function unarchiveRollout(options: ChangeFormOptions): Promise<FormChange>;
interface WriteArchiveOptions {
    readonly fileSystem: FileSystem;
    /** An empty file that is open for writing. */
    readonly target: number;
    /** Told how much of the log is done, in bytes. */
    readonly onProgress?: ((doneBytes: number) => void) | undefined;
    /** How many bytes of the log go into a frame, at most. Default by the log's length. */
    readonly frameBytes?: number;
}
/**
 * Writes a log as an archive, frame by frame. A frame ends with a line where one ends in it, so that
 * what a damaged frame takes with it is whole lines.
 */
export declare function writeArchive(log: LogFile, { fileSystem, target, onProgress, frameBytes }: WriteArchiveOptions): Promise<void>;
export {};
