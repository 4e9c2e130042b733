import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import type { OwnFact } from "../events/own-event.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { DamageForm } from "./history-command.js";
/** A thread's log, and those of the threads that it left, oldest first. */
export interface History<Event extends LogEvent = RefoldEvent> {
    /** As a reader of the thread sees it: through its ancestors, from offset 0 on. */
    readonly events: readonly Event[];
    /** The whole logs of the ancestors, with what they did after the fork. */
    readonly ancestors: readonly (readonly Event[])[];
    /** Where the rollout's text is spoilt (`historyRollout`), in the order in which it is. */
    readonly damage: readonly HistoryDamage[];
}
/** A line of a rollout that is spoilt. */
export interface HistoryDamage {
    readonly offset: number;
    readonly form: DamageForm;
}
type Draft = Fact & {
    readonly derived?: readonly Fact[];
};
/**
 * Writes a log event by event and knows the state at each of its offsets, so that what comes next can
 * be made to fit: a history that was built is one that can exist.
 */
export declare class HistoryBuilder {
    #private;
    /** @param recorded a log that goes on, from offset 0; absent: a thread of its own is started */
    constructor(recorded?: readonly LogEvent[]);
    get state(): ThreadState;
    get head(): number;
    get nextVersion(): number;
    /** What was written, of a log without events of one's own types. */
    history(): History;
    /** What was written. */
    wholeHistory(): History<LogEvent>;
    stateAt(offset: number): ThreadState;
    /** Offset of the newest rollback in the log; -1: there is none. */
    newestRollback(): number;
    /** @param options.complete fills in what a checkpoint needs to be read from */
    append(draft: Draft, options?: {
        readonly complete?: boolean;
    }): this;
    /** Appends an event of a type of one's own. */
    appendOwn(fact: OwnFact): this;
    /** Spoils the line of an event in the rollout's text. */
    damage(damage: HistoryDamage): this;
    /** Leaves this thread at an offset, and goes on in the fork. */
    fork(offset: number): this;
}
/** An event of a type that no version knows: led around the reducers. */
export declare function unknownEvent(offset: number, type?: string): LogEvent;
declare const KINDS: {
    readonly thread: "0";
    readonly event: "1";
    readonly turn: "2";
};
/** A valid id that says what it stands for, the same every time. */
export declare function madeUlid(kind: keyof typeof KINDS, number: number): string;
/** A hash of nothing, the same every time. */
export declare function madeHash(number: number): string;
export {};
