import type { RecordedItem } from "../../events/item.js";
import type { RecordingOptions } from "../shared/evidence.js";
import { type ReadItem } from "../shared/read-items.js";
import type { MessageLine } from "./read-line.js";
/** What the content of a message says. */
export interface ReadBlocks {
    readonly items: readonly ReadItem[];
    /** Types of blocks that have no meaning here; they are kept with their line. */
    readonly unread: readonly string[];
}
/** Items of a message's content, in order: a text, or a list of blocks. */
export declare function readBlocks(role: "user" | "assistant", content: unknown): ReadBlocks;
/** How an item of a line is recorded. */
export interface ItemOptions extends RecordingOptions {
    /** True in a sub-agent's own file: who asks there is another agent. */
    readonly isSubThread: boolean;
}
/** An item of a line, as it enters the ledger. */
export declare function recordLineItem(read: ReadItem, line: MessageLine, options: ItemOptions): RecordedItem;
