import type { Item, OutputPart } from "../events/item.js";
import type { TruncationPolicy } from "../events/primitives.js";
/** What bounding cut from an output; with the original's hash it makes `Bounded`. */
export interface OutputCut {
    /** The turn's policy, without the allowance at recording. */
    readonly policy: TruncationPolicy;
    /** UTF-8 bytes of `original`. */
    readonly originalBytes: number;
    /** Estimated tokens of the text that went. */
    readonly removedTokens: number;
    /** What is to be kept as evidence: the output's text, or the JSON of its list of parts. */
    readonly original: string;
}
export interface BoundItem<Kind extends Item = Item> {
    readonly item: Kind;
    /** Null: the item is the one that was given. */
    readonly cut: OutputCut | null;
}
/**
 * Bounds an item as it enters the ledger (docs/semantics.md §6.2): outputs of function and custom
 * tool calls under their turn's policy times 1.2, strings by §5.1-5.5, lists by §5.8. Every other
 * item stays whole.
 *
 * @param policy the turn's policy, without the allowance
 */
export declare function boundItem<Kind extends Item>(item: Kind, policy: TruncationPolicy): BoundItem<Kind>;
interface BoundedParts {
    readonly parts: readonly OutputPart[];
    /** UTF-8 bytes of text that went; null: the parts are as they were. */
    readonly removedBytes: number | null;
}
/**
 * Lets the texts of an output share one budget, oldest first: what fits is kept, the first that does
 * not is truncated to the rest, the others are left out and counted in a note at the very end.
 * Images stay in their place and are free (docs/semantics.md §5.8).
 */
export declare function boundOutputParts(parts: readonly OutputPart[], policy: TruncationPolicy): BoundedParts;
interface FormattedParts {
    readonly parts: readonly OutputPart[];
    /** Estimated tokens of all texts joined; null: the parts are as they were. */
    readonly originalTokens: number | null;
}
/**
 * Joins the texts of an output into one formatted text when they are over the budget together, with
 * all images behind it (docs/semantics.md §5.9).
 */
export declare function formatParts(parts: readonly OutputPart[], policy: TruncationPolicy): FormattedParts;
export {};
