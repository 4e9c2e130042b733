import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "./byte-source.js";
import { type ReadingOptions } from "./decode-session.js";
import { type BlobSink } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";
export interface KeepingOptions extends ReadingOptions {
    /** Where images, originals and long texts go, each before the event that names it. */
    readonly blobs: BlobSink;
    /** What a store holds of this content already; absent: nothing. */
    readonly stored?: StoredEnd;
}
/**
 * Reads a session as `decodeSession` does, for good: its events carry all that `encodeKept` needs
 * to write the file again byte for byte, damage included.
 *
 * @param content not compressed
 * @throws {EmptyRollout} @throws {NotARollout}
 */
export declare function decodeKept(content: ByteSource, form: SessionForm, { blobs, stored, ...options }: KeepingOptions): AsyncGenerator<RefoldEvent, void, undefined>;
/** Where a stored thread ends in the content: behind so many events, and at this byte. */
export interface StoredEnd {
    readonly head: number;
    readonly byte: number;
}
/** Where an event holds them: a member of `foreign` of this dialect's own. */
export declare const OUTSOURCED = "texts";
