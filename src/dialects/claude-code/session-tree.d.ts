import { type Rollback } from "../shared/tree-facts.js";
import { type KeptPart, type KeptPlace, KeptSegment } from "./kept-segment.js";
import { type CompactBoundary, type KeptRange, type MessagePlace, Round, type TreeLine, TreeNode } from "./tree-node.js";
/** Where a message was put, and what has to happen before it is folded. */
export interface Placement {
    readonly node: TreeNode;
    /** The live leaf was another: the state is again what it was at `to`. */
    readonly rollback: Rollback | null;
    /** The message is the first behind a compaction. */
    readonly boundary: CompactBoundary | null;
    /** What the compaction kept; null: nothing, or there is none. */
    readonly kept: KeptPart | null;
    /** No message that it follows is left: what came before is not part of its conversation. */
    readonly isOrphan: boolean;
}
/**
 * The tree of messages, as far as the file goes. Live is the branch that ends at the newest message;
 * a message's place is settled when it comes, so the state at the offset where its branch was last
 * live is the state that a message behind it continues (docs/claude-code.md). A compaction that keeps
 * messages gives those a second place, behind its summary, and takes away all others before it.
 */
export declare class SessionTree {
    #private;
    has(uuid: string): boolean;
    /** The answer that the live branch ends with, when it is this one. */
    openRound(messageId: string): Round | null;
    /** A line that only leads from one message to another. */
    link(line: TreeLine, ordinal: number): void;
    /**
     * The boundary of a compaction: what follows continues the compacted branch, with a new ledger.
     * @returns where the messages go that it keeps; null: it keeps none that could be found
     */
    bound(line: TreeLine & {
        readonly logicalParentUuid: unknown;
    }, boundary: CompactBoundary, ordinal: number): KeptSegment | null;
    /** The lines that a compaction keeps, oldest first; null: they are not all there. */
    keptBy(range: KeptRange): readonly KeptPlace[] | null;
    /** A message, or another line that changes what the model is shown. @param ordinal its offset */
    place(line: MessagePlace, ordinal: number): Placement;
    /** A line that was there before and now has more: it continues its answer, the live one. */
    extend(round: Round, line: MessagePlace, ordinal: number): Placement;
    /** The newest message of the live branch. */
    get tip(): TreeNode;
    /**
     * What a message behind a line would continue.
     * @param uuid null: it would be a root
     */
    placeBehind(uuid: string | null): {
        readonly node: TreeNode;
        readonly compacts: boolean;
    };
}
