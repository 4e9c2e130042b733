import type { EventAccount, LogEvent } from "../../events/event.js";
import { type Tally } from "./tally.js";
export interface TallyOptions {
    /** The path or id by which the thread is read. */
    readonly name: string;
    /** RFC 3339: what happened before is not counted. */
    readonly since?: string;
    /** Only what happened while this model, or one whose name begins so, was at work. */
    readonly model?: string;
}
/** An event as it is counted. */
export interface CountedEvent {
    readonly event: LogEvent;
    readonly account: EventAccount;
    /** True also where another file holds the line and it was counted there. */
    readonly isCopy: boolean;
    /** As stored, with its line feed. */
    readonly bytes: number;
}
/**
 * Counts one thread in one pass over its own events, in their order. Nothing is folded: what was
 * rolled back was paid for and counts. Memory grows with the number of calls.
 */
export declare class ThreadTally {
    #private;
    constructor(options: TallyOptions);
    take(counted: CountedEvent): void;
    finish(): Tally;
}
