import { type EventSource } from "../events/event-source.js";
import type { RefoldEvent } from "../events/event.js";
import type { ThreadState } from "../reducers/thread-state.js";
/** How far a view looks. */
export interface WalkOptions {
    /** The last offset that counts; absent: the newest. */
    readonly to?: number;
}
/** One event of a log, with the states on both sides of it. */
export interface WalkedEvent {
    readonly event: RefoldEvent;
    readonly before: ThreadState;
    readonly after: ThreadState;
}
/**
 * Walks a log from its first event on, rolled-back ranges included; events of unknown types, which
 * change nothing, are passed over.
 */
export declare function walkLog(source: EventSource, { to }?: WalkOptions): AsyncGenerator<WalkedEvent, undefined>;
