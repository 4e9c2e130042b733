import { BlobHash } from "../events/primitives.js";
import type { BlobStore } from "./event-store.js";
/** Blobs in memory. Bytes are copied on the way in and out, so that nobody changes them. */
export declare function memoryBlobs(): BlobStore;
/** @returns the name of these bytes: `sha256-<hex>` */
export declare function blobHash(bytes: Uint8Array): BlobHash;
/**
 * @returns the 64 hex digits of a blob's name, fit to be a file's name
 * @throws {InvalidArgument} it is no blob's name
 */
export declare function blobDigits(hash: BlobHash): string;
