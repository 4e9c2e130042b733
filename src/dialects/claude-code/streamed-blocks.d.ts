import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Round } from "./tree-node.js";
/** A block, as it was read or as it was recorded. */
interface Block {
    readonly item: Item;
}
/** A block that the ledger does not hold yet. */
export interface NewBlock<Read extends Block> {
    readonly item: Read;
    /** A shorter form of the same text, which it takes the place of; null: there is none. */
    readonly replaces: ItemRef | null;
    readonly noteRef: (ref: ItemRef) => void;
}
/**
 * The blocks of a line that are new: an answer is written while it streams, and its lines repeat what
 * earlier ones held, or hold a text that has grown since.
 * @param round the answer that the line is part of; null: of none, and every block is new
 */
export declare function newBlocks<Read extends Block>(items: readonly Read[], round: Round | null): readonly NewBlock<Read>[];
/** True when all of a line's blocks were recorded before. */
export declare function isRepeated(items: readonly Block[], round: Round): boolean;
export {};
