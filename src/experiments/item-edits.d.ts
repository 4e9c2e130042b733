import type { FactOf } from "../events/event.js";
import { type Item, type RecordedItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";
import type { BlobStore } from "../store/event-store.js";
import type { ItemEdit, Variant } from "./plan.js";
/** An item of the base, as the ledger or an event holds it. */
type BaseItem = Pick<LedgerEntry | RecordedItem, "item" | "origin" | "failed" | "bounded">;
/**
 * What a variant makes of single items: those that it changes, removes or adds, and outputs bounded
 * under its policy. An output that was cut is bounded anew from its original.
 */
export declare class ItemEdits {
    #private;
    constructor(variant: Variant, blobs: BlobStore);
    isRemoved(ref: ItemRef): boolean;
    /** @returns the item as the variant has it; the same object where it changes nothing */
    applied<Kept extends BaseItem>(kept: Kept, ref: ItemRef): Promise<Kept | RecordedItem>;
    /** What stands behind an item of the base. */
    addedBehind(ref: ItemRef): Promise<readonly RecordedItem[]>;
}
/** The item that an edit puts in another one's place; null: that one has no text to change. */
export declare function editedItem(item: Item, edit: ItemEdit): Item | null;
/** The reason of the checkpoint that an experiment's own edits leave: it is no compaction. */
export declare const EDIT_REASON = "experiment: items edited";
/**
 * The checkpoint that stands for a history with a variant's edits; null: they change nothing in it.
 * The base's events stay: this one says what is seen in their place, and where each item comes from.
 */
export declare function rewrittenHistory(state: ThreadState, edits: ItemEdits): Promise<FactOf<"history.compacted"> | null>;
export {};
