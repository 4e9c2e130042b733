import type { EventOf, LogEvent } from "../events/event.js";
import { type ForkPoint } from "../events/thread.js";
import type { EventStore } from "./event-store.js";
interface ForkOptions {
    readonly parentId: string;
    /** The parent's last event that the fork shares; rolled back or not. */
    readonly offset: number;
    /** The new thread's id. */
    readonly threadId: string;
    /** Id and time of the fork's first own event. */
    readonly eventId: string;
    readonly at: string;
    readonly title?: string;
}
/**
 * Forks a thread by reference: the parent is made durable up to the fork point, and one event is
 * written, whatever the parent's length.
 *
 * @returns the fork's first own event, at `offset + 1`
 * @throws {OffsetOutOfRange} the parent has no such offset
 * @throws {ThreadExists} `threadId` is taken
 */
export declare function forkThread(store: EventStore, options: ForkOptions): Promise<EventOf<"thread.forked">>;
/** Where a `thread.forked` says that it left its parent; undefined for any other event. */
export declare function forkPoint(event: LogEvent): ForkPoint | undefined;
/** Whether a log of own events may begin with this one. */
export declare function beginsLog(event: LogEvent): boolean;
export {};
