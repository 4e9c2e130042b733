import type { HistoryVersions, LineFact } from "../shared/tree-facts.js";
import { type ItemOptions, type ReadBlocks } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
export interface MessageOptions extends ItemOptions {
    readonly versions: HistoryVersions;
    /** The line's offset. */
    readonly offset: number;
}
/** What a line of a user or of the model says, in folding order, behind any rollback. */
export declare function messageFacts({ line, read }: {
    readonly line: MessageLine;
    readonly read: ReadBlocks;
}, { node, boundary, kept, isOrphan }: Placement, options: MessageOptions): readonly LineFact[];
/** The model that a line names; null: none. */
export declare function modelOf({ message }: Pick<MessageLine, "message">): string | null;
