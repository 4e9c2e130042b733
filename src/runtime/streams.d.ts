import { Observable } from "rxjs";
import type { EventOf, LogEvent } from "../events/event.js";
import type { UsageState } from "../events/slices.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { EventStore } from "../store/event-store.js";
import type { ThreadLog } from "./thread-log.js";
/**
 * A thread's events from an offset on: those that are stored, then those that this process writes, in
 * order and each once. Hot behind the stored part: a subscriber that is slow is queued for, not
 * waited for. Completes when the thread is closed; a read error is the stream's error.
 */
export declare function eventsFrom(log: ThreadLog, fromOffset: number): Observable<LogEvent>;
/** The state now, then after every batch. */
export declare function stateStream(log: ThreadLog): Observable<ThreadState>;
/** What was used so far, then whenever it changes. */
export declare function usageStream(log: ThreadLog): Observable<UsageState>;
/** Notices as they are logged. */
export declare function noticeStream(log: ThreadLog): Observable<EventOf<"notice.logged">>;
/**
 * Follows a thread that another process (or this one) writes: events from `from` on, then new ones as
 * they are acknowledged. Cold; unsubscribing stops it. Errors are those of `EventStore.follow`.
 */
export declare function followThread(store: EventStore, threadId: string, options?: {
    readonly from?: number;
}): Observable<LogEvent>;
