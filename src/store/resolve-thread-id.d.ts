import type { EventStore } from "./event-store.js";
/**
 * The thread that a person means: by its ULID, by the UUID with the same bits, or by the beginning of
 * either, in upper or lower case.
 *
 * @throws {InvalidId} the text cannot begin an id: a path, for instance
 * @throws {ThreadNotFound} names the nearest ids
 * @throws {AmbiguousId} several threads begin like this
 */
export declare function resolveThreadId(store: EventStore, text: string): Promise<string>;
