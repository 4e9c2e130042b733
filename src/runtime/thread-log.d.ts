import { Subject } from "rxjs";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../events/event.js";
import type { OwnFact } from "../events/own-event.js";
import { type PromptOptions } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { EventStore } from "../store/event-store.js";
/**
 * What a batch must bring along, so that no prefix of the log holds a history that is too long.
 * @param state before the facts
 * @throws to refuse the batch: nothing is written
 */
export type MakeRoom = (state: ThreadState, facts: readonly Fact[]) => Promise<readonly Fact[]>;
/** What a batch is stamped with. */
export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
}
/** Runs tasks one after the other; one that fails does not stop the next. */
export declare class TaskQueue {
    #private;
    run<T>(task: () => Promise<T>): Promise<T>;
    /** Resolves when the tasks so far have ended. */
    idle(): Promise<void>;
}
/**
 * The rollout's owner: the only place of the runtime that writes. Facts go in, become events with
 * offset, id and time (checkpoints what a reader from the end needs), are appended as one batch, and
 * are folded when they are acknowledged.
 */
export declare class ThreadLog {
    #private;
    readonly threadId: string;
    readonly store: EventStore;
    /** Every batch of this writer, once it is acknowledged. Completes when the thread is closed. */
    readonly written: Subject<Committed<LogEvent>>;
    constructor(at: {
        readonly threadId: string;
        readonly store: EventStore;
        readonly state: ThreadState;
    }, clock: Clock, makeRoom?: MakeRoom);
    /** Of everything acknowledged. */
    get state(): ThreadState;
    /** What a model gets of the newest state. One more for the same target costs what is new. */
    prompt(target?: PromptTarget, options?: PromptOptions): Prompt;
    /**
     * Appends what `decide` makes of the newest state, as one batch.
     * @returns the events as appended; none for no facts
     * @throws what `EventStore.append` throws; then nothing was written and the state is as before
     * @throws {ThreadClosed}
     */
    commit(decide: (state: ThreadState) => Decision): Promise<Committed>;
    /**
     * Appends an event of a type of the caller's own; it belongs to the turn that runs. State is as
     * before, but for the head.
     * @throws what `EventStore.append` throws; then nothing was written
     */
    recordOwn(fact: OwnFact): Promise<LogEvent>;
    /**
     * Runs a task that looks and appends. Tasks of one thread run one after the other, so that no other
     * event of this writer comes between the look and the append.
     */
    exclusively<T>(task: (append: Append) => Promise<T>): Promise<T>;
    /** Waits for commits under way, makes them durable and ends the stream; once, however often called. */
    close(): Promise<void>;
}
/** Appends facts as one batch. */
export type Append = (decision: Decision) => Promise<Committed>;
/** What is to be written. */
export interface Decision {
    readonly facts: readonly Fact[];
    /** The turn that the facts belong to. */
    readonly turn?: string | undefined;
    /** The end of the turn before, which stands before the facts. */
    readonly ending?: {
        readonly fact: FactOf<"turn.completed">;
        readonly turn: string;
    } | undefined;
    /** When the first fact is a rollback: the state that it goes back to. */
    readonly base?: ThreadState;
}
/** What was written, and the state behind it. */
export interface Committed<Event extends LogEvent = RefoldEvent> {
    readonly events: readonly Event[];
    readonly state: ThreadState;
}
