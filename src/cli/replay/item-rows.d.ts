import type { Item, RecordedItem } from "../../events/item.js";
import type { Output, Styles } from "../output/output.js";
/**
 * What people see of an item: words of the user and the model at length, a tool call with its size
 * and a short look at what came back, context by its first line.
 * @param at the item's ref, as it is shown
 */
export declare function itemRows(at: string, recorded: RecordedItem, styles: Styles): readonly Row[];
/** Codex's editor extensions put what is open in the editor before what the user asked. */
export declare function withoutEditorContext(text: string): string;
/** What a list of items says of one, on a single line: who, which kind, how large, the first words. */
export declare function itemLine(recorded: Pick<RecordedItem, "item" | "origin" | "countedBytes">): {
    readonly kind: string;
    readonly size: string;
    readonly words: string;
};
/** One thing that happened: where, what kind of thing, and what there is to read. */
export interface Row {
    /** `12` or `12.3`; empty: the row belongs to the one above. */
    readonly at: string;
    readonly label: string;
    readonly text: string;
    readonly paint?: (label: string) => string;
    readonly paintText?: (text: string) => string;
    /** Stands before each line of the text. */
    readonly mark?: string;
    readonly maxLines?: number;
}
/** Lines of a row: offset and label once, then the text in a column of its own. */
export declare function renderRow(row: Row, output: Output): readonly string[];
/** What people read of an item: its text, with a word for each picture. */
export declare function itemWords(item: Item): string;
