import type { Fact, FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { type ForeignHole } from "../shared/foreign-form.js";
import type { CompactionContent, LineMeaning } from "./line-meaning.js";
import type { CheckpointPlace, Settlement } from "./reconstruction/settlement.js";
/** A line whose place among what survives is known. */
export interface SettledLine {
    readonly ordinal: number;
    readonly meaning: LineMeaning;
    readonly settlement: Settlement;
}
/** What an event says, and which parts of the line it says them with. */
export interface LineFacts {
    readonly own: Fact;
    readonly derived: readonly Fact[];
    readonly holes: readonly ForeignHole[];
}
/** What is needed of other lines. */
interface OtherLines {
    /** Facts of the lines that have to be repeated, in their order. */
    readonly copies: readonly CopiedLine[];
    /** What the line settles about baseline and settings. */
    readonly context: Fact | null;
}
/** An earlier line that is folded again. */
export interface CopiedLine {
    readonly ordinal: number;
    readonly fact: Fact | null;
    readonly compaction: CompactionContent | null;
}
/** Why a line of a discarded turn is kept and no more. */
export declare const SET_ASIDE_REASON = "its turn was rolled back";
/** Puts a line's facts in the order in which they are folded (docs/architecture.md). */
export declare function factsOfLine(line: SettledLine, others: OtherLines, writer: FactWriter): LineFacts;
/** Writes the facts that rewrite the ledger: each carries the version it makes. */
export declare class FactWriter {
    #private;
    rolledBack(to: number, turns: number | null): FactOf<"history.rolled-back">;
    /** Surgery on the ledger of a session without lifecycle lines (docs/semantics.md §10.4). */
    trimmed(refs: readonly ItemRef[]): Fact;
    cleared(): Fact;
    /** @param line where the compaction stands */
    compacted({ summary, replacement }: CompactionContent, { windowNumber, previous }: CheckpointPlace, line: number): Fact;
}
/**
 * What a line settles about baseline and settings; null: nothing.
 * @param envelope of the context that becomes the baseline
 */
export declare function toldContext({ baseline, settings }: Pick<Settlement, "baseline" | "settings">, envelope: Envelope | null): Fact | null;
export {};
