import { RefoldError } from "../errors.js";
import type { RunningTurn } from "../events/slices.js";
import type { Rollback } from "./spine.js";
/** A checkpoint names an event that is not what it should be. */
export declare class BrokenPointer extends RefoldError {
    readonly pointer: Readonly<{
        offset: number;
        type: string;
    }>;
    readonly code = "damaged-log";
    readonly name = "BrokenPointer";
    readonly remedy = "Replay the log from its start, or import the session again.";
    constructor(pointer: Readonly<{
        offset: number;
        type: string;
    }>);
}
/** A log holds a rollback to an offset that is not before it. */
export declare class InvalidRollback extends RefoldError {
    readonly rollback: Rollback;
    readonly code = "invalid-event";
    readonly name = "InvalidRollback";
    constructor(rollback: Rollback);
}
/** An offset was asked for that the log does not have. */
export declare class NoSuchOffset extends RefoldError {
    readonly offset: number;
    readonly head: number;
    readonly code = "offset-out-of-range";
    readonly name = "NoSuchOffset";
    readonly remedy: string;
    /** @param head the offset that the next event gets; 0: the log is empty */
    constructor(offset: number, head: number);
}
/** Two states have no event in common, so that what one has and the other has not says nothing. */
export declare class NotComparable extends RefoldError {
    readonly threads: readonly [a: string | null, b: string | null];
    readonly code = "not-comparable";
    readonly name = "NotComparable";
    constructor(threads: readonly [a: string | null, b: string | null]);
}
/** A turn was asked for that the thread does not have. */
export declare class NoSuchTurn extends RefoldError {
    readonly number: number;
    readonly turns: number;
    readonly code = "no-such-turn";
    readonly name = "NoSuchTurn";
    /** @param turns how many surviving user turns there are */
    constructor(number: number, turns: number);
}
/** Nothing was rolled back, or something else happened since. */
export declare class NothingToRedo extends RefoldError {
    readonly changedAt: number | null;
    readonly code = "nothing-to-redo";
    readonly name = "NothingToRedo";
    readonly remedy = "Whatever was ever recorded can be gone back to by its offset.";
    /** @param changedAt offset of what happened since the last rollback; null: nothing was rolled back */
    constructor(changedAt: number | null);
}
/** No turn and no edit of the history is left that could be undone. */
export declare class NothingToUndo extends RefoldError {
    readonly code = "nothing-to-undo";
    readonly name = "NothingToUndo";
    constructor();
}
/** A thread cannot go back while a turn runs. */
export declare class TurnRunning extends RefoldError {
    readonly running: Pick<RunningTurn, "turn" | "startedAt">;
    readonly code = "turn-running";
    readonly name = "TurnRunning";
    readonly remedy = "Complete or abort the turn first.";
    constructor(running: Pick<RunningTurn, "turn" | "startedAt">);
}
