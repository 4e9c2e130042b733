import type { RecordedItem, ReplacementItem } from "../../events/item.js";
import type { CompactBoundary, PlacedLine, TreeNode } from "./tree-node.js";
/** A message that a compaction keeps, with all items of its line. */
export interface KeptLine {
    readonly node: TreeNode;
    readonly items: readonly RecordedItem[];
}
/** A line that a compaction keeps. */
export interface KeptPlace {
    readonly line: PlacedLine;
    /** Null: it only leads from one message to another. */
    readonly node: TreeNode | null;
}
/** Kept messages around the first message behind a compaction. */
export interface KeptPart {
    readonly segment: KeptSegment;
    /** So many of them, from the first on. */
    readonly standing: number;
    readonly side: "before" | "behind";
}
/** Where the newest kept messages go, and how many of them a line behind one of them continues. */
export declare class KeptSegment {
    #private;
    readonly boundary: CompactBoundary;
    readonly place: Readonly<{
        /** Null: they stand right behind the boundary. */
        anchorUuid: string | null;
        /** What was compacted, and the offset of the boundary. */
        follows: TreeNode;
        ordinal: number;
    }>;
    /** The message behind which they stand; null: it has not come, or it is no message. */
    placed: TreeNode | null;
    /** What the model is shown of that message. */
    lead: readonly ReplacementItem[];
    /** Set by who can read lines again. */
    lines: readonly KeptLine[];
    readonly messages: readonly TreeNode[];
    constructor(boundary: CompactBoundary, place: Readonly<{
        /** Null: they stand right behind the boundary. */
        anchorUuid: string | null;
        /** What was compacted, and the offset of the boundary. */
        follows: TreeNode;
        ordinal: number;
    }>, kept: readonly KeptPlace[]);
    /** How many of the messages a line behind this one follows; null: it is none of the kept lines. */
    standingAt(line: PlacedLine): number | null;
}
/** The messages among kept lines, each with what later lines of its uuid added. */
export declare function messagesOf(kept: readonly KeptPlace[]): readonly TreeNode[];
