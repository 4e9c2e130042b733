import type { EventSource } from "../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";
/**
 * The state at each offset of a log, straight from law 1 and as slow as that: a state for
 * every event, nothing looked ahead, `log` counted over all that stands before. What replay does in
 * whatever faster way is held to this. Events of types that are not known here change nothing.
 */
export declare function statesByDefinition(events: Iterable<LogEvent>): readonly ThreadState[];
/** The same for a log that grows. */
export declare class DefinedStates {
    #private;
    get all(): readonly ThreadState[];
    /** The state at the newest event. */
    get newest(): ThreadState;
    /** Takes the next event of the log; they come from offset 0 on, none left out. */
    take(event: LogEvent): void;
}
/**
 * `rolled-back {to}`: the state there; else what the event says, folded onto the state before. The
 * slice `log` apart, which counts over the whole log.
 * @param stateAt the state at an offset before the event's; `initialState` for -1
 */
export declare function foldByDefinition(event: RefoldEvent, stateAt: (offset: number) => ThreadState): ThreadState;
/** A state of plain objects and arrays, so that two of them can be compared by value. */
export declare function plainState(state: ThreadState): {
    baseline: import("../index.js").Baseline | null;
    checkpoint: import("../reducers/thread-state.js").CheckpointState | null;
    usage: import("../index.js").UsageState;
    turns: import("../events/slices.js").TurnsState;
    thread: import("../reducers/thread-state.js").ThreadInfo | null;
    log: import("../reducers/thread-state.js").LogState;
    ledger: {
        countedBytes: number;
        tokens: number;
        editedBefore: number;
        entries: readonly LedgerEntry[];
    };
};
/** A state without its one slice that counts discarded events too (law 1). */
export declare function plainStateWithoutLog(state: ThreadState): {
    baseline: import("../index.js").Baseline | null;
    checkpoint: import("../reducers/thread-state.js").CheckpointState | null;
    usage: import("../index.js").UsageState;
    turns: import("../events/slices.js").TurnsState;
    thread: import("../reducers/thread-state.js").ThreadInfo | null;
    ledger: {
        countedBytes: number;
        tokens: number;
        editedBefore: number;
        entries: readonly LedgerEntry[];
    };
    log: null;
};
interface ListSourceOptions {
    /** Leaves `readBackward` out, as a source that can only be read forward. */
    readonly forwardOnly?: boolean;
    /** Called for each event that is handed out, with its offset. */
    readonly onRead?: (offset: number) => void;
}
/** A log in memory as something to replay from. */
export declare function listSource(events: readonly LogEvent[], options?: ListSourceOptions): EventSource;
export {};
