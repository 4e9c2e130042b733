import { type FileSystem } from "./file-system.js";
/** What a writer found behind the last whole batch, and where it put it. */
export interface TornTail {
    readonly threadId: string;
    readonly file: string;
    /** Where the torn bytes began in `file`. */
    readonly byte: number;
    readonly bytes: number;
    /** The file that holds them now. */
    readonly copy: string;
}
/** A rollout that is open for writing. */
interface OpenFile {
    readonly fileSystem: FileSystem;
    readonly file: number;
    readonly path: string;
}
/**
 * Copies what stands behind `endByte` to `<file>.torn-<time>`, then cuts it off. The copy is durable
 * before anything is cut.
 *
 * @returns the path of the copy
 */
export declare function setTornTailAside(log: OpenFile, endByte: number): string;
export {};
