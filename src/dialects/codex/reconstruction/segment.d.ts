import type { ContextRecord } from "../line-meaning.js";
import type { CheckpointPlace } from "./settlement.js";
/** What a segment settles about baseline and settings, under the id that it has by now. */
export interface Settled {
    readonly baseline: ContextRecord | null;
    readonly settings: ContextRecord | null;
    readonly legacy: boolean;
}
/**
 * The lines from a `task_started` (or the file's beginning) on, as far as they were read: what they
 * make of what survives below them (docs/semantics.md §12.2-12.7).
 */
export declare class Segment {
    #private;
    readonly below: Surviving;
    /** Lines from here on are not in it yet. */
    next: number;
    /** The ledger's lines, those below included. */
    chain: number;
    isUserTurn: boolean;
    /** Turns that rollbacks in it ask to discard. */
    pendingTurns: number;
    compactions: number;
    newestCompaction: number | null;
    /** @param below what survives of the lines before `start` */
    constructor(start: number, below: Surviving);
    addCompaction(line: number, isLegacy: boolean): void;
    addContext(context: ContextRecord): void;
    becomeUserTurn(): void;
    /** The place of its newest compaction among those that survive. */
    get newestCheckpoint(): CheckpointPlace;
    /** @param turnId the segment's id: of its newest line that has one; null: none has */
    settle(turnId: string | null): Settled;
}
/** What survives of a beginning of the file, once its newest segment is closed. */
export interface Surviving {
    /** Where the folded state is this; null: nowhere, it has to be made again. */
    readonly offset: number | null;
    /** The lines of its ledger. */
    readonly chain: number;
    /** What survives below its newest surviving segment; null: there is no segment. */
    readonly below: Surviving | null;
    /** Whether that segment is a user turn. */
    readonly topIsUserTurn: boolean;
    /** Surviving user turns. */
    readonly userTurns: number;
    /** What precedes the oldest user turn there ever was; null: there was none. */
    readonly beforeTurns: Surviving | null;
    readonly baseline: ContextRecord | null;
    readonly settings: ContextRecord | null;
    /** A legacy compaction survives that is not older than the base (docs/semantics.md §12.7). */
    readonly legacy: boolean;
    /** Surviving compactions. */
    readonly compactions: number;
    /** Line of the newest of them; null: none. */
    readonly newestCompaction: number | null;
    /** Line of the newest usage that counts; null: none. */
    readonly usage: number | null;
}
/** Before the first line. */
export declare const NOTHING_SURVIVES: Surviving;
/** The same, where the folded state is at another offset. One object shape for all: many are kept. */
export declare function survivingAt({ chain, below, topIsUserTurn, userTurns, ...rest }: Surviving, { offset, beforeTurns, usage }: Pick<Surviving, "offset" | "beforeTurns" | "usage">): Surviving;
/**
 * Discards the newest user turns, and all other segments that are newer than the last one discarded;
 * with more turns than there are, all that is newer than what precedes the first (§12.4).
 */
export declare function discardTurns(from: Surviving, turns: number): Surviving;
