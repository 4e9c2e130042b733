import type { Item } from "../events/item.js";
import type { ItemList, WithItem } from "./kept-messages.js";
/**
 * What of a provider's compaction becomes part of the new history: assistant messages, compaction
 * items, and messages of users and hooks; summaries are among them (docs/semantics.md §11.7).
 */
export declare function isKeptOfRemoteCompaction(item: Item): boolean;
export interface RemoteTrim {
    /** Indices that have to go, ascending. */
    readonly removed: readonly number[];
    /** The estimate without them. */
    readonly tokens: number;
}
/**
 * What has to go from the end of a ledger before a provider is asked to compact it: while the
 * estimate exceeds the window and the newest item is a tool output or a developer message, that item
 * and its counterpart (docs/semantics.md §11.8).
 *
 * @param estimate `tokens`: the whole request's; `window`: the model's; both in tokens
 */
export declare function trimForRemoteCompaction(entries: ItemList<WithItem & {
    readonly countedBytes: number;
}>, estimate: Readonly<{
    tokens: number;
    window: number;
}>): RemoteTrim;
