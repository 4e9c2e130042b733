import { type RefoldErrorCode } from "../../errors.js";
import type { EventOf, LogEvent, RefoldEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";
/** One promise of the port; rejects when the driver does not keep it. */
export interface ContractCase {
    readonly name: string;
    readonly run: () => Promise<void>;
}
/** The cases of one chapter, each with a store of its own. */
export type ContractChapter = Readonly<Record<string, (store: EventStore) => Promise<void>>>;
export declare function collect<T>(source: AsyncIterable<T>): Promise<T[]>;
/** The next `count` values of something that may go on for ever. */
export declare function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]>;
export declare function offsetsOf(events: readonly LogEvent[]): number[];
export declare function assertFails(code: RefoldErrorCode, work: () => Promise<unknown>): Promise<void>;
/** Ids that are told apart by a number, in the order of their numbers. */
export declare function contractId(number: number): string;
export declare function started(threadId: string, second?: number): EventOf<"thread.started">;
export declare function notice(offset: number, message?: string): EventOf<"notice.logged">;
export declare function rolledBack(offset: number, to: number): EventOf<"history.rolled-back">;
/** Notices at the offsets `from` up to `to`, inclusive. */
export declare function notices(from: number, to: number, text?: string): RefoldEvent[];
/** A new thread with as many events as its batches have together. */
export declare function newThread(store: EventStore, threadId: string, batchSizes: readonly number[]): Promise<void>;
export declare function fork(store: EventStore, { from, at, as }: {
    readonly from: string;
    readonly at: number;
    readonly as: string;
}): Promise<void>;
