import { type FileSystem } from "./file-system.js";
export interface ReplaceOptions {
    readonly fileSystem: FileSystem;
    /** Whether the file and its name are durable afterwards. */
    readonly sync: boolean;
    /** For messages: `writing the blob`. */
    readonly doing: string;
}
/**
 * Writes a file that appears whole or not at all, in place of one of that name: under another name
 * first, then renamed. Makes the folders above it.
 * @throws {DiskFull | WriteFailed} nothing was changed
 */
export declare function replaceFile(path: string, bytes: Uint8Array, options: ReplaceOptions): void;
export interface ReplaceAloneOptions extends ReplaceOptions {
    readonly write: (file: number) => void;
    /** Asked when all is written; throws where the file may not take the name any more. */
    readonly check?: () => void;
}
/**
 * The same for one writer at a time, as a lease grants it: what a crash left under the other name is
 * removed.
 * @throws {DiskFull | WriteFailed} nothing was changed
 * @throws what `write` and `check` throw; nothing was changed
 */
export declare function replaceFileAlone(path: string, options: ReplaceAloneOptions): void;
/** Removes a file, if there is one. */
export declare function removeIfThere(fileSystem: FileSystem, path: string): void;
