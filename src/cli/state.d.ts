import type { Item } from "../events/item.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { BlobReader, Session } from "../sessions/session.js";
import type { Shell } from "./shell.js";
interface StateOptions {
    /** Absent: the end. */
    readonly at: number | undefined;
    readonly shell: Shell;
}
/**
 * Folds a session to a state; says what was damaged on the way.
 * @throws {NoSuchOffset} the session ends before `at`
 */
export declare function sessionState(session: Session, { at, shell }: StateOptions): Promise<ThreadState>;
/**
 * An item in the wire shape of the Responses API: images moved to blobs get the URL back that they
 * were recorded with, kinds without a meaning here come out of their wrapping.
 * @throws {BlobMissing} @throws {BlobCorrupt} an image's bytes cannot be had
 */
export declare function toWireItem(item: Item, blobs: BlobReader): Promise<object>;
export {};
