import type { FactOf, RefoldEvent } from "../../events/event.js";
import type { Usage } from "../../events/slices.js";
import type { Rollback } from "../../reducers/spine.js";
/** What `replay` says of a turn before it shows what happened in it. */
export interface TurnOutline {
    /** Counts surviving user turns from 1; null: rolled back, or no turn of the user's. */
    number: number | null;
    /** First offset of the turn. */
    readonly offset: number;
    /** Last offset of the turn. */
    endOffset: number;
    readonly startedAt: string;
    endedAt: string;
    /** As the session spelled it, else the ULID; null: the session names no turns. */
    readonly turnId: string | null;
    model: string | null;
    /** The event that began it, and whether that was a start or its user's first words. */
    begunAt: number;
    begunBy: "start" | "boundary";
    /** Where its user, or an instructing agent, spoke; discarded places too. */
    readonly boundaries: number[];
    /** Where its user, or an instructing agent, first spoke, if that survives; null: it is no user turn. */
    boundaryOffset: number | null;
    /** Offset of the event that rolled it back; null: it survives. */
    rolledBackAt: number | null;
    /** The beginning of the user's first words. */
    words: string;
    items: number;
    toolCalls: number;
    failedCalls: number;
    requests: number;
    outputTokens: number;
    /** Tokens in the window after its last request; null: none was reported. */
    lastTotal: number | null;
    compactions: number;
    end: {
        readonly kind: "completed" | "aborted";
        readonly reason: string | null;
    } | null;
    durationMs: number | null;
}
export interface RollbackOutline extends Rollback {
    /** How many turns were asked for; null: it was asked for by offset. */
    readonly turns: number | null;
}
export interface CompactionOutline {
    readonly offset: number;
    readonly trigger: string;
    readonly tokensBefore: number | null;
    readonly tokensAfter: number | null;
    rolledBackAt: number | null;
}
/** A place where the input could not be read as it should. */
export interface DamageOutline {
    /** Offset of the first event behind it; null: the end, or unknown. */
    readonly offset: number | null;
    readonly line: number | null;
    readonly byte: number | null;
    readonly bytes: number | null;
    readonly reason: string;
}
/** A whole session at a glance: made by one pass, bounded by the number of its turns. */
export interface SessionOutline {
    threadId: string | null;
    foreignId: string | null;
    source: string | null;
    /** The thread that this one was forked from, or whose sub-agent it is. */
    parent: string | null;
    forkedFrom: {
        readonly threadId: string;
        readonly offset: number;
    } | null;
    title: string | null;
    cwd: string | null;
    /** Every model that a turn ran under, in the order of their first turn. */
    readonly models: string[];
    startedAt: string | null;
    endedAt: string | null;
    /** Events that were read. */
    events: number;
    /** Offset of the last one; null: there is none. */
    lastOffset: number | null;
    items: number;
    readonly turns: TurnOutline[];
    readonly rollbacks: RollbackOutline[];
    readonly compactions: CompactionOutline[];
    /** Trimmings, clearings and replacements of images. */
    edits: number;
    /** Calls by the name of their tool. */
    readonly tools: Map<string, number>;
    failedCalls: number;
    /** Sum of all reports, rolled back or not; null: none. */
    usage: Usage | null;
    contextWindow: number | null;
    /** Lines of the session that say nothing here, by their kind. */
    readonly kept: Map<string, number>;
    /** Events of types that this version does not know, by their type. */
    readonly unknown: Map<string, number>;
    damage: readonly DamageOutline[];
}
export declare function emptyOutline(): SessionOutline;
/**
 * Where turns end, and how. A rollback may lead back into a turn, and the next one out of it again: so
 * what is said of a turn's end counts while the place where it is said does.
 */
export declare class TurnEnds {
    #private;
    /** A turn goes on with this event. */
    reach(turn: TurnOutline, { offset, at }: Pick<RefoldEvent, "offset" | "at">): void;
    /** The turn's events were, after all, only those up to there. */
    cut(turn: TurnOutline, endOffset: number): void;
    end(turn: TurnOutline, offset: number, fact: Ending): void;
    rolledBack(): void;
    /** Writes into a turn how it ends: by what survives, or, where all of it went, by what was said last. */
    settle(turn: TurnOutline, survives: (offset: number) => boolean): void;
}
type Ending = FactOf<"turn.completed"> | FactOf<"turn.aborted">;
export {};
