import { type EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { BlobReader, SessionDamage } from "../../sessions/session.js";
import { type InvariantReport } from "./invariant-report.js";
import type { Invariant } from "./invariant.js";
export interface CheckOptions {
    /** Names, or their first parts (`log`, `anthropic`); absent: everything there is. */
    readonly only?: readonly string[];
    /** Invariants of one's own, beside the built-in ones. */
    readonly own?: readonly Invariant[];
    /** Looks at prompts and bodies at every end of a turn, not at a spread of 200 at most. */
    readonly isExhaustive?: boolean;
    /** Where the blobs are that the log names; absent: images are left out of bodies. */
    readonly blobs?: BlobReader;
    /** Places that reading the source came upon; a session has them. */
    readonly damage?: () => readonly SessionDamage[];
    /** Told how many events are checked, of how many. */
    readonly onProgress?: (done: number, all: number) => void;
}
/**
 * Checks a thread: the laws at each of its events, prompts and request bodies at the ends of its
 * turns. One pass to see what is there, one to check it; memory and time grow with the log as
 * replaying it does.
 *
 * @param source a log to read from, or its events, from offset 0 on
 * @returns what does not hold, and how often what was asked about
 * @throws {InvalidArgument} an invariant is named that does not exist; says which are spelled alike
 * @throws whatever reading the source throws
 */
export declare function checkInvariants(source: EventSource | readonly LogEvent[], options?: CheckOptions): Promise<InvariantReport>;
