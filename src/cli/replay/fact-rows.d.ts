import type { Fact, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Styles } from "../output/output.js";
import { type Row } from "./item-rows.js";
/** What people see of an event; nothing, where it says nothing to them. */
export declare function eventRows(event: RefoldEvent, styles: Styles): readonly Row[];
/** A fact as its event counts it, with the ref of its first item. */
export interface CountedFact {
    readonly fact: Fact;
    /** Index that the fact's first item has in its event; null: the bare offset is its ref. */
    readonly firstIndex: number | null;
}
/**
 * The facts of an event in folding order (docs/architecture.md, "Folding one event"): its own, then
 * the derived ones; without its own where a derived rollback discards it.
 */
export declare function countedFacts(event: RefoldEvent): readonly CountedFact[];
/** The items that a fact puts into the ledger, oldest first. */
export declare function itemsOf(fact: Fact): readonly RecordedItem[];
/** The ref of the item at `index` among the fact's items. */
export declare function refOf(offset: number, firstIndex: number | null, index?: number): ItemRef;
