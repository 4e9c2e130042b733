import type { EventSource } from "../events/event-source.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type NoRollback, type RollbackPlan, type RollbackRequest } from "../reducers/travel-targets.js";
import type { EventStore } from "../store/event-store.js";
import type { ThreadLog } from "./thread-log.js";
/** Where a thread is to go: back, before its newest change, or to before its newest rollback. */
export type Travel = RollbackRequest | "undo" | "redo";
/** What was written, at which offset; or why nothing was. */
export type Travelled = (RollbackPlan & {
    readonly offset: number;
}) | NoRollback;
/**
 * Takes a thread to an earlier state by writing that it does; nothing is deleted. A turn that ran
 * there is ended, since nothing runs after a rollback.
 * @throws {TurnRunning} @throws {NoSuchOffset} @throws {NothingToUndo} @throws {NothingToRedo}
 */
export declare function travel(log: ThreadLog, to: Travel): Promise<Travelled>;
/**
 * The same for a thread that nobody drives: a turn that was left open runs no more, and goes like one
 * that ended. Whoever does drive it holds its lease.
 * @throws {NoSuchOffset} @throws {NothingToUndo} @throws {NothingToRedo} @throws {LeaseHeld}
 */
export declare function travelAtRest(log: ThreadLog, to: Travel): Promise<Travelled>;
/** A state in which no turn runs. */
export declare function atRest(state: ThreadState): ThreadState;
/** A thread of a store, as replays and views read it. */
export declare function storedSource(store: EventStore, threadId: string): EventSource;
