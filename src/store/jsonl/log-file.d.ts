import type { ArchiveDamaged } from "../errors.js";
import type { FileSystem } from "./file-system.js";
/** The bytes of a log as a reader finds them; what stands behind `sizeBytes` is not looked at. */
export interface LogFile {
    /** For messages. */
    readonly path: string;
    readonly sizeBytes: number;
    /** Nothing in it is torn: it was whole when it was archived, and nobody adds to it. */
    readonly isSealed: boolean;
    /** What is known to be lost of the bytes from `from` up to `to`; null: nothing. */
    findLost(from: number, to: number): ArchiveDamaged | null;
    /** @returns bytes read into the whole of `into`; 0 at the end */
    read(into: Uint8Array, position: number): number;
    close(): void;
}
/** A file that is open already, up to where it ends now. */
export declare function plainLog(fileSystem: FileSystem, { file, path }: {
    readonly file: number;
    readonly path: string;
}): LogFile;
/** A log that was read into memory, as it was then. */
export declare function heldLog(path: string, bytes: Uint8Array): LogFile;
/** A log's bytes up to `endByte`, in chunks that whoever takes them may keep. */
export declare function logChunks(log: LogFile, endByte: number): Generator<Buffer, void, undefined>;
