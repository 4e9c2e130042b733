import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import type { FoldedEvent, ThreadState } from "./thread-state.js";
/**
 * Folds an event with all its facts (docs/architecture.md, "Folding one event").
 * @param base the state before the event; for an event that rolls back, the state at
 *   `rollbackOf(event)`
 * @returns the state at the event; nothing of `base` is changed
 */
export declare function foldEvent(base: ThreadState, event: RefoldEvent): ThreadState;
/** Some of an event's facts, by their places in folding order. */
interface FactRange {
    readonly start: number;
    /** Exclusive; absent: all that follow. */
    readonly end?: number;
}
/**
 * Folds those of an event's facts that count, within a range; `log` is left behind.
 * @param base the state behind the facts before the range
 */
export declare function foldFacts(base: ThreadState, event: RefoldEvent, range: FactRange): ThreadState;
/** What an event says, in folding order: its own fact, then the derived ones. */
export declare function factsOf(event: RefoldEvent): readonly Fact[];
/**
 * False for an event that rolls back in `derived`: its own fact is part of what is discarded. (A
 * rollback of its own is no reducer's business either, but discards nothing of itself.)
 */
export declare function isOwnFactFolded(event: RefoldEvent): boolean;
/** The newest version of the ledger that an event makes; null: it makes none. */
export declare function newestVersionOf(event: RefoldEvent): number | null;
/** The state of a thread in whose log nothing stands yet. */
export declare const initialState: ThreadState;
/**
 * Folds one fact of an event that survives. Pure and total; a slice that the fact does not change is
 * the same object as before. Rollbacks are resolved before (`foldEvent`, `replay`).
 * @param state any state, left as it is
 * @returns the state behind the fact
 * @throws nothing
 */
export declare function reduce(state: ThreadState, event: FoldedEvent): ThreadState;
export interface UnknownEventOptions {
    /** Called once for each type that this version does not know, with the first event of it. */
    readonly onUnknown?: (event: LogEvent) => void;
}
/** Events of types that this version does not know: led around the reducers, and reported once. */
export declare class UnknownEvents {
    #private;
    private readonly options;
    constructor(options: UnknownEventOptions);
    meet(event: LogEvent): void;
}
export {};
