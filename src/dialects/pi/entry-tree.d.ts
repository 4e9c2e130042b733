import type { ItemRef, JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { type BranchNode, type Rollback } from "../shared/tree-facts.js";
import type { Settings } from "./session-start.js";
/** Where an entry was put, and what has to happen before it is folded. */
export interface Placement {
    readonly node: EntryNode;
    /** The live leaf was another: the state is again what it was there. */
    readonly rollback: Rollback | null;
    /** It names a parent that is not in the file: its branch begins with it. */
    readonly isOrphan: boolean;
}
/**
 * The entries of a session, as far as the file goes. Every entry has a place, whatever it holds, and
 * live is the branch that ends at the newest one. In version 1 each follows the one before it. An id
 * that comes again with something else is from then on that of the newer entry.
 */
export declare class EntryTree {
    #private;
    private readonly isTree;
    /** @param isTree false: the session is of version 1 */
    constructor(isTree: boolean, settings: Settings);
    place(entry: JsonObject, ordinal: number): Placement;
    /** The entry that has the id of another, if there is one. */
    sameId({ id }: JsonObject): EntryNode | null;
    /** A line that stands there already: what it says is live again. */
    goBack(node: EntryNode, ordinal: number): Placement;
    /** The entries from the first one that a compaction keeps up to it, oldest first. */
    keptBy({ parent, ordinal }: EntryNode, compaction: JsonObject): readonly EntryNode[];
}
/** An entry in its place in the session, and what its branch is set to behind it. */
export interface EntryNode extends BranchNode {
    /** Null: it names none. */
    readonly id: string | null;
    /** What it follows; null: it is the beginning. */
    readonly parent: EntryNode | null;
    /** Its offset; -1: it is the beginning. */
    readonly ordinal: number;
    settings: Settings;
    title: string | null;
    /** How outputs are bounded, where the branch says so. */
    policy: TruncationPolicy | null;
    /** Items that it recorded, and whether the event is the item's own. */
    items: number;
    isBare: boolean;
    /** Compactions up to here, and the offset of the newest. */
    compactions: number;
    compactedAt: number | null;
}
/** Where the items of an entry were recorded. */
export declare function refsOf({ ordinal, items, isBare }: EntryNode): readonly ItemRef[];
