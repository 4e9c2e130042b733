import type { LogEvent } from "../events/event.js";
/** Where a turn may begin. */
interface Opening {
    readonly offset: number;
    /**
     * The last offset that counts before it: the one before, or where its event goes back to. (Going to
     * the one before such an event would bring back what the event discards.)
     */
    readonly before: number;
}
/** What in a log tells its turns apart. */
export type TurnMark = (Opening & {
    readonly kind: "start";
    readonly at: string;
    readonly turn: string | null;
    readonly foreignId: string | null;
    readonly model: string | null;
}) | (Opening & {
    readonly kind: "boundary";
    readonly at: string;
    readonly words: string;
}) | {
    readonly kind: "end";
    readonly offset: number;
    readonly outcome: "completed" | "aborted";
}
/** The ledger was rewritten, other than by a rollback; `mayUndo`: in place of a foreign one. */
 | {
    readonly kind: "edit";
    readonly offset: number;
    readonly mayUndo: boolean;
}
/** Context was recorded that a boundary may follow. */
 | (Opening & {
    readonly kind: "context";
})
/** Any other item. */
 | {
    readonly kind: "item";
    readonly offset: number;
};
/** The marks that an event leaves, in folding order; what it discards leaves none. */
export declare function turnMarks(event: LogEvent): readonly TurnMark[];
/** A turn as its marks tell it. */
export interface TurnSpan {
    /** Where it begins: `turn.started`; without one, the context that leads to its boundary. */
    readonly fromOffset: number;
    /** Its first item of a user or an instructing agent; null: it is no user turn. */
    readonly boundaryOffset: number | null;
    /** The last offset that counts before it begins, and before its boundary. */
    readonly before: {
        readonly from: number;
        readonly boundary: number;
    };
    /** RFC 3339: when it began. */
    readonly startedAt: string;
    readonly turn: string | null;
    readonly foreignId: string | null;
    readonly model: string | null;
    readonly outcome: "completed" | "aborted" | null;
    /** The beginning of what its user said, or its agent instructed. */
    readonly words: string;
}
/**
 * The turns that a row of marks tells, oldest first (docs/semantics.md §4.1-4.2): what lies between
 * a `turn.started` and the next; before the first one, and without any, each boundary begins one.
 * @param marks oldest first, from the log's start or from a `turn.started` on
 */
export declare function turnSpans(marks: readonly TurnMark[]): readonly TurnSpan[];
export {};
