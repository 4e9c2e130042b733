import type { LogEvent } from "../../events/event.js";
import type { ByteSource } from "./byte-source.js";
import type { StoredEnd } from "./decode-kept.js";
import type { BlobReader } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";
/** A thread that was imported from a file. */
export interface StoredImport {
    readonly threadId: string;
    /** Its events, oldest first. */
    readonly events: AsyncIterable<LogEvent>;
    readonly blobs: BlobReader;
}
/** How a file compares with what was imported from it: the same, or grown since. */
export interface Comparison extends StoredEnd {
    readonly kind: "same" | "grown";
    /** Events that the thread has of its own behind the imported ones; the head is before them. */
    readonly ownEvents: number;
}
/**
 * Compares a session with the thread that it was imported as, byte for byte: the thread's events are
 * written as the file that they were read from, as far as they were imported. Both are streamed.
 *
 * @param content not compressed
 * @throws {ImportDiverged} the file's past changed, or it became shorter
 * @throws {ThreadWentOn} it has grown, and the thread went on by itself
 */
export declare function compareWithStored(content: ByteSource, form: SessionForm, stored: StoredImport): Promise<Comparison>;
