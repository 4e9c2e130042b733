import type { Fact, FactOf, RefoldEvent } from "../events/event.js";
import type { RecordedItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { ItemEdits } from "./item-edits.js";
/** A fact of the base as a variant's fork gets it, and where the base holds each of its items. */
export interface CopiedFact {
    readonly fact: Fact;
    /** One for each item of the fact; null: the base has none such. */
    readonly refs: readonly (ItemRef | null)[];
}
/** A fact of the base with the place of its first item. */
interface PlacedFact {
    readonly fact: Fact;
    readonly refAt: (index: number) => ItemRef;
}
/** The folded facts of an event of the base, with the refs of their items. */
export declare function placedFacts({ event, after }: WalkedEvent): readonly PlacedFact[];
/** Where the items of the base stand in a fork. */
export declare class RefMap {
    #private;
    /** @param sharedTo the last offset that both have: up to there refs are the same */
    constructor(sharedTo: number);
    /** Takes note of what became of copied facts. */
    note(copied: readonly CopiedFact[], events: readonly RefoldEvent[]): void;
    /** @returns undefined for an item that the fork does not have */
    of(ref: ItemRef): ItemRef | undefined;
    /** Those that a fork's ledger holds now, in its own refs: a checkpoint gave its items new ones. */
    within({ ledger }: ThreadState, refs: readonly ItemRef[]): ItemRef[];
}
/** An item of the base as the fork records it, with what the variant adds behind it. */
export declare function copiedItem(data: RecordedItem, ref: ItemRef, edits: ItemEdits): Promise<readonly CopiedFact[]>;
/** A compaction of the base as the fork has it: the same list, its sources by the fork's own refs. */
export declare function copiedCompaction({ fact, refAt }: PlacedFact & {
    readonly fact: FactOf<"history.compacted">;
}, after: ThreadState, known: {
    readonly refs: RefMap;
    readonly state: ThreadState;
    readonly edits: ItemEdits;
}): CopiedFact;
export {};
