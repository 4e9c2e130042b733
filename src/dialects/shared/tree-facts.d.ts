import type { Fact, FactOf, RefoldEvent } from "../../events/event.js";
import type { ItemRef, JsonObject } from "../../events/primitives.js";
import { type ForeignHole } from "./foreign-form.js";
/** A fact of a line, with where in the object stands what it holds (paths start at the fact). */
export interface LineFact {
    readonly fact: Fact;
    readonly holes: readonly ForeignHole[];
    /** Told where the fact's item was recorded. */
    readonly noteRef?: (ref: ItemRef) => void;
}
/** What an event says, and which parts of its line it says them with. */
interface EventFacts {
    readonly own: Fact;
    readonly derived: readonly Fact[];
    readonly holes: readonly ForeignHole[];
}
/** Numbers the facts that rewrite the ledger: each carries the version it makes. */
export declare class HistoryVersions {
    #private;
    next(): number;
}
/** What leads a message that does not continue the live branch. */
export declare function rollbackFacts(rollback: Rollback | null, versions: HistoryVersions): readonly LineFact[];
/**
 * Puts a line's facts into its event (docs/architecture.md, "Folding one event"). The
 * first one is the event's own where it is what the line is about.
 * @param kept what the event says itself when none of the facts is
 * @param start the thread's start, for the first event
 */
export declare function eventFacts(facts: readonly LineFact[], kept: FactOf<"foreign.kept">, start: FactOf<"thread.started"> | null): EventFacts;
/** Tells each fact's first item its ref. */
export declare function noteRefs(facts: readonly LineFact[], own: Fact, offset: number): void;
/** A line with its place in the thread. */
interface PlacedLine {
    readonly ordinal: number;
    readonly id: string;
    readonly at: string;
    readonly value: JsonObject;
}
/** The event of a line, with the line's own form. */
export declare function eventOf({ ordinal, id, at, value }: PlacedLine, { own, derived, holes }: EventFacts): RefoldEvent;
/** A place in a conversation that it can be taken up again at. */
export interface BranchNode {
    /** The newest offset at which it was the live leaf; null: never, or it still is. */
    liveUntil: number | null;
}
/** What has to happen before a line that does not continue the live branch is folded. */
export interface Rollback {
    /** The state is again what it was at this offset. */
    readonly to: number;
    /** There was no earlier state: what the first line said is cleared. */
    readonly clears: boolean;
}
/**
 * Which branch of a tree is live, line by line: the one that ends at the newest line. A line's place
 * is settled when it comes and never changes, so the state at the offset where a place was last live
 * is the state that a line behind it continues.
 */
export declare class LiveBranch<Node extends BranchNode> {
    #private;
    constructor(root: Node);
    get tip(): Node;
    /**
     * A line follows a place, and is live from now on.
     * @param ordinal the line's offset
     */
    grow(parent: Node, node: Node, ordinal: number): Rollback | null;
    /** A place that was left is live again. */
    goBack(node: Node, ordinal: number): Rollback | null;
}
export {};
