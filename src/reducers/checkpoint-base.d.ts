import type { EventSource } from "../events/event-source.js";
import type { RefoldEvent } from "../events/event.js";
import type { HistoryCompacted } from "../events/history.js";
import type { CheckpointRest } from "../events/slices.js";
import type { ThreadState } from "./thread-state.js";
/** A checkpoint that a reader from the end can begin with. */
export interface CheckpointBase {
    readonly event: RefoldEvent;
    /** Which of the event's facts it is, in folding order. */
    readonly factIndex: number;
    readonly data: HistoryCompacted["data"];
    readonly rest: CheckpointRest;
}
/** The last checkpoint of an event that can stand for everything before it; null: there is none. */
export declare function findBase(event: RefoldEvent): CheckpointBase | null;
/** The state right behind a checkpoint, `log` apart; texts are read where the checkpoint points. */
export declare function stateAtBase(source: EventSource, base: CheckpointBase): Promise<ThreadState>;
/**
 * Fills in what lets a reader begin at a checkpoint: `rest`, in each compaction that the event holds,
 * derived ones included. Compactions without a list of their own (legacy ones) stay as they are: no
 * reader can begin there.
 * @param base the state before the event; for an event that rolls back, the state that it restores
 * @returns the event itself when there is nothing to fill in
 */
export declare function completeCheckpoint(event: RefoldEvent, base: ThreadState): RefoldEvent;
/**
 * The same for a batch of a writer's own.
 * @param base the state before the batch
 */
export declare function completeCheckpoints(events: readonly RefoldEvent[], base: ThreadState): readonly RefoldEvent[];
