import type { BlobHash } from "../../events/primitives.js";
import type { BlobStore } from "../event-store.js";
import type { FileSystem } from "./file-system.js";
export interface BlobFolderOptions {
    readonly fileSystem: FileSystem;
    readonly home: string;
    /** Whether a blob is durable once `put` returns. */
    readonly sync: boolean;
}
/**
 * Blobs as files, `blobs/sha256/ab/<hex>`, once per content. A file appears whole or not at all: it
 * is written under another name, synced, and renamed.
 */
export declare function blobFolder(options: BlobFolderOptions): BlobStore;
/** @throws {InvalidArgument} the hash is no blob's name */
export declare function blobPath(home: string, hash: BlobHash): string;
/** The folder whose folders hold the blobs, by the first two digits of their names. */
export declare function blobRoot(home: string): string;
