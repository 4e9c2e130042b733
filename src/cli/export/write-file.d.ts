import type { Shell } from "../shell.js";
export interface ExportTarget {
    readonly path: string;
    readonly force: boolean;
    /** The store's own folder: nothing is written into it. */
    readonly home: string;
    /** What is read: never overwritten, whatever is said, when it is a file. */
    readonly source?: string;
}
/**
 * Writes a file, whole or not at all, for its owner's eyes only.
 * @returns its size in bytes
 * @throws {FileExists} there is one of that name and `force` was not said, or it lies in the store
 * @throws {WriteFailed} @throws {DiskFull} the operating system refused
 */
export declare function writeFile(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, target: ExportTarget): Promise<number>;
/** @throws {FileExists} as `writeFile` does: for who has much to do before there is something to write */
export declare function refuseTaken({ path, force, home, source }: ExportTarget): void;
/** Writes a file's bytes to stdout as they are; a terminal gets them neutralised. */
export declare function writeOut(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { output, stdout }: Shell): Promise<void>;
