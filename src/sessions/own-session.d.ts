import type { NewerEvents } from "../store/event-store.js";
import type { FileBytes } from "./file-bytes.js";
import { type Session } from "./session.js";
export interface ThreadSessionOptions extends NewerEvents {
    /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
    readonly home?: string;
}
/**
 * A thread of the store in a folder, by its id, UUID, or a beginning of one. Closing the session
 * closes the store.
 * @throws {ThreadNotFound} @throws {AmbiguousId} @throws {InvalidId}
 */
export declare function openThreadSession(text: string, { home, newer }: ThreadSessionOptions): Promise<Session>;
/**
 * A rollout of our own that lies outside a store: a copy, or one that somebody sent. Its blobs stayed
 * where it came from.
 * @throws {ForkParentMissing} it is a fork: what came before stands in another file, and only a store
 *   finds that
 */
export declare function openRolloutFile({ path, sizeBytes }: FileBytes, { newer }?: NewerEvents): Promise<Session>;
