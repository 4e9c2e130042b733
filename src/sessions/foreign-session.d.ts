import type { TruncationPolicy } from "../events/primitives.js";
import type { FileBytes } from "./file-bytes.js";
import { type BlobReader, type Session } from "./session.js";
/**
 * Another tool's session, read from its file: nothing is written, nothing stays open.
 * @throws {NotARollout} it is of no dialect that is known; says what it looks like
 */
export declare function foreignSession(bytes: FileBytes, policy?: TruncationPolicy): Promise<Session>;
/** Blobs that are needed soon after they are put, and then no more. */
export interface RecentBlobs extends BlobReader {
    put(bytes: Uint8Array): Promise<string>;
}
/** Keeps the newest blobs, up to so many bytes: for a pass that writes again what it has just read. */
export declare function recentBlobs(maxBytes: number): RecentBlobs;
