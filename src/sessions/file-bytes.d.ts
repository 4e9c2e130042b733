import type { ByteSource } from "../dialects/shared/byte-source.js";
/** A file's bytes, read from the disk whenever they are asked for; nothing stays open between. */
export interface FileBytes extends ByteSource {
    readonly path: string;
    /** Size when it was opened. It may grow while its session goes on. */
    readonly sizeBytes: number;
}
export interface FileBytesOptions {
    /** Told how far a stream has come, in bytes from the file's start. */
    readonly onProgress?: (doneBytes: number) => void;
}
/**
 * Opens a file as a dialect reads it.
 * @throws {FileNotFound} there is none @throws {DanglingLink} a link to nothing
 * @throws {NotAFile} a folder, a pipe or a device @throws {NoPermission}
 * @throws {EmptyFile} it holds no bytes
 */
export declare function fileBytes(path: string, options?: FileBytesOptions): Promise<FileBytes>;
/** A file's bytes as `fileBytes` gives them. */
export interface HeldBytes extends FileBytes {
    /** All of them, where the file is small: as it is now, for good. Null: read whenever asked for. */
    readonly held: Buffer | null;
}
/** The same, opened and read once where the file is small: for going over thousands. */
export declare function heldBytes(path: string): Promise<HeldBytes>;
