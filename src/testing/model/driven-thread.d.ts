import type { LogEvent } from "../../events/event.js";
import type { Item } from "../../events/item.js";
import { type RuntimeOptions } from "../../runtime/open-thread.js";
import type { Thread } from "../../runtime/thread.js";
import type { Turn } from "../../runtime/turn.js";
import type { EventStore } from "../../store/event-store.js";
import { type JsonlStoreOptions } from "../../store/jsonl/jsonl-store.js";
import type { OwnKit } from "../own-kit.js";
import { type ThreadModel } from "./thread-model.js";
/** The real thread, and what of its log has been seen so far. */
export declare class DrivenThread {
    #private;
    thread: Thread;
    /** The turn that was started last; whether it still runs is for the model to say. */
    turn: Turn | null;
    readonly own: OwnKit;
    private constructor();
    static begin(under: StoreUnderTest, own: OwnKit): Promise<DrivenThread>;
    get options(): RuntimeOptions;
    /** The log as it was read last. */
    get log(): readonly LogEvent[];
    /** Goes on with another thread of the same store: a fork. */
    goOnWith(thread: Thread): void;
    /** The process ends in the middle of a write, and the next one goes on from what is stored. */
    crash(tornShare: number): Promise<void>;
    resume(): Promise<void>;
    /** Compares what is, however it is looked at, with what should be. */
    check(model: ThreadModel, command: string): Promise<void>;
    /** What a reader saw while a thread was written: the log up to some whole batch. */
    checkReader(seen: readonly LogEvent[], least: number, command: string): void;
    close(): Promise<void>;
}
/** A store that threads are driven over: how it is opened, and what a crash leaves of it. */
export interface StoreUnderTest {
    /**
     * Opens what is stored; called at first, and behind each crash by the process that comes after. What
     * the one before held is not closed, as a process that is killed closes nothing.
     */
    open(): EventStore | Promise<EventStore>;
    /** Leaves these bytes behind a thread's log, as a write that was cut short; absent: nothing is torn. */
    tear?(threadId: string, bytes: Uint8Array): void | Promise<void>;
}
/** A store whose threads outlive a crash in the same object: `memoryStore()`, or a wrapper of it. */
export declare function keptStore(store: EventStore): StoreUnderTest;
/**
 * JSONL files in a folder: behind a crash a new store takes the leases over and finds half a line at
 * the end of the file.
 * @param options.wrap puts something between the threads and the store
 */
export declare function jsonlUnderTest(home: string, options?: Omit<JsonlStoreOptions, "home" | "steal"> & {
    readonly wrap?: (store: EventStore) => EventStore;
}): StoreUnderTest;
/** An item in one line: its texts, or its kind and id. Bytes of images are the invariants' business. */
export declare function wordsOf(item: Item): string;
