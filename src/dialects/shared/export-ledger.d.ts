import type { FactType, LogEvent } from "../../events/event.js";
import type { Item, Origin } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
/** True for what rewrites the ledger. */
export declare function isEdit(type: FactType): boolean;
/** An item as a dialect spells it, and what of its entry tells it apart from the same item elsewhere. */
export interface SpelledItem {
    readonly item: Item;
    readonly mark?: string;
}
/** What of an entry a spelling may look at. */
export interface SpellableEntry {
    readonly item: Item;
    readonly origin: Origin;
    /** Absent: the item is being written. */
    readonly ref?: ItemRef;
    readonly failed?: boolean | undefined;
    readonly summary?: boolean | undefined;
}
/** The thread's ledger at each offset, as a file of the dialect would have to hold it. */
export declare class ExportLedger {
    #private;
    private readonly ids;
    private readonly spell;
    /** @param spell an entry as the dialect has it: any number of items */
    constructor(ids: LedgerIds, spell: (entry: SpellableEntry) => readonly SpelledItem[]);
    at(offset: number): number;
    /** Takes the next event, with the states around it. @returns the ledger behind it */
    take(event: LogEvent, before: ThreadState, after: ThreadState): number;
    /** A ledger with an entry more. */
    extend(ledger: number, entry: SpellableEntry): number;
}
/** The ledger without an item. */
export declare const EMPTY_LEDGER = 0;
/**
 * Numbers for ledgers: the same number means the same items in the same order, however a ledger came
 * to hold them. So what was written can be held against what was meant, a number an event.
 */
export declare class LedgerIds {
    #private;
    /** The ledger with one item more. @param mark what tells it apart from the same item without */
    extend(ledger: number, item: Item, mark?: string): number;
    /** A ledger of which nothing is known, and which therefore is like no other. */
    unlike(): number;
    /** The same for items that are spelled alike. */
    keyOf(item: Item): string;
}
