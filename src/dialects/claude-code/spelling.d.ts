import type { KnownItem } from "../../events/item.js";
import type { SpellableEntry, SpelledItem } from "../shared/export-ledger.js";
/** Spells entries, each item once. */
export declare class EntrySpelling {
    #private;
    of({ item }: Pick<SpellableEntry, "item">): Spelling;
    /** For comparing ledgers: an output that failed is another than the same one that did not. */
    itemsOf(entry: SpellableEntry): readonly SpelledItem[];
}
/** An item as a transcript can hold it: in the form in which one is read. */
export interface Spelling {
    readonly items: readonly KnownItem[];
    /** What of it a transcript has no place for; null: all of it is there. */
    readonly lost: string | null;
}
/** The bytes of an inline image, as a block holds them. */
interface InlineSource {
    readonly mediaType: string;
    /** In base 64. */
    readonly data: string;
}
/** @returns null when the URL holds no bytes in base 64 */
export declare function inlineSource(url: string): InlineSource | null;
export {};
