import type { ItemList, WithItem, WithOrigin } from "./kept-messages.js";
/**
 * Where the other half of a call or an output stands: of a call its output, of an output its call;
 * the first match only, within its kind (docs/semantics.md §9.3).
 *
 * @param gone indices that count as removed already
 * @returns null when there is none: no match, a null id, or an item that is neither
 */
export declare function findCounterpart(entries: ItemList<WithItem>, index: number, gone?: ReadonlySet<number>): number | null;
/**
 * What goes with the oldest item: itself and its counterpart (docs/semantics.md §9.1).
 * @returns indices, ascending; none for an empty list
 */
export declare function removeFirst(entries: ItemList<WithItem>): readonly number[];
/**
 * What goes with the newest item: itself and its counterpart (docs/semantics.md §9.2).
 * @returns indices, ascending; none for an empty list
 */
export declare function removeLast(entries: ItemList<WithItem>): readonly number[];
/**
 * Which output holds the images of the last turn, for a provider that refused one of them: from the
 * end, the first tool output, unless a turn's boundary comes before it (docs/semantics.md §9.4).
 * Custom tools' outputs are treated like functions' (§6.5), where Codex passes them over.
 *
 * @returns its index; null when that output holds no image, or there is none
 */
export declare function findLastTurnImages(entries: ItemList<WithOrigin>): number | null;
