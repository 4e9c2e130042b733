import type { Item } from "../../events/item.js";
/**
 * Which calls and outputs belong together (docs/semantics.md §8.1-8.2). A key names the kind of
 * output and the call's id: a function call and a local shell call of one id share theirs.
 */
/** The key of a call that must have an output; null: not a call, or one without an id. */
export declare function callKey(item: Item): string | null;
/** The key that an output answers; null: not an output, or one without an id. */
export declare function outputKey(item: Item): string | null;
/** True for an output that may stand without its call: a search that the server itself ran. */
export declare function mayStandAlone(output: Item): boolean;
/** The output that a call gets which nothing answered; null: the item is no such call. */
export declare function abortedOutput(call: Item): Item | null;
