import { type ReadItem } from "../shared/read-items.js";
import type { HistoryVersions, LineFact } from "../shared/tree-facts.js";
import { type ItemOptions } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
import { type CompactBoundary } from "./tree-node.js";
interface CompactedMessage {
    readonly line: MessageLine;
    readonly placement: Pick<Placement, "node" | "kept"> & {
        readonly boundary: CompactBoundary;
    };
    readonly options: ItemOptions & {
        readonly versions: HistoryVersions;
        /** The line's offset. */
        readonly offset: number;
    };
}
/** What the compaction left: the summary, or nothing where none follows, and what it kept. */
export declare function compactedFact(items: readonly ReadItem[], { line, placement, options }: CompactedMessage): LineFact;
/** What Claude Code puts for an output that a microcompaction cleared. */
export declare const CLEARED_OUTPUT = "[Old tool result content cleared]";
export {};
