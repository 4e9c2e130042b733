import type { Item, MessageItem, Origin } from "../events/item.js";
/** How many tokens of user messages a compaction keeps (docs/semantics.md §2.3, §2.10). */
export declare const KEPT_MESSAGES_TOKENS = 20000;
/** A message that survives a compaction, and the entry that it was. */
export interface KeptMessage<Entry> {
    readonly entry: Entry;
    readonly item: MessageItem;
}
/**
 * The user messages that a compaction of our own keeps, oldest first: the newest ones that fit the
 * budget, the last of them truncated to the rest (docs/semantics.md §11.1-11.2). No message is
 * empty: one of images only keeps its images while they fit, else it is `[image]` (§11.9).
 */
export declare function keepUserMessages<Entry extends WithOrigin>(entries: Iterable<Entry>, budgetTokens?: number): readonly KeptMessage<Entry>[];
/**
 * The user messages that a compaction of Codex keeps: their texts alone, empty ones included
 * (docs/semantics.md §11.1-11.2, §12.7).
 */
export declare function keepForeignUserMessages<Entry extends WithOrigin>(entries: Iterable<Entry>, budgetTokens?: number): readonly KeptMessage<Entry>[];
/** A user message of one text, as every compaction writes it (docs/semantics.md §11.3). */
export declare function userTextMessage(text: string): MessageItem;
/**
 * The summary that a compaction's reply gave: the newest assistant message whose text, freed of
 * citations, is not blank (docs/semantics.md §11.4).
 *
 * @param reply items of this compaction's reply only, in our own threads: never an older message
 *   (§11.9)
 * @returns "" when there is none
 */
export declare function chooseSummary(reply: readonly Item[]): string;
/** Takes `<oai-mem-citation>` blocks out of a text; one that is not closed goes to the end. */
export declare function stripCitations(text: string): string;
/** A summary's text as Codex writes it: the prefix, a line feed, the summary. */
export declare function prefixedSummary(summary: string): string;
/** The message that ends a new history; a placeholder stands for an empty text (§11.3). */
export declare function summaryMessage(text: string): MessageItem;
/** How compaction tells what a user said from summaries and injected context. */
interface EntryReading {
    /** A message that a user wrote: neither contextual, nor a hook's, nor a summary. */
    readonly isUserMessage: (entry: WithOrigin) => boolean;
    readonly isSummary: (entry: WithOrigin) => boolean;
}
/**
 * In our own threads: origin and entry say it, content is never sniffed
 * (docs/semantics.md §4.1, §4.13).
 */
export declare const readByOrigin: EntryReading;
/**
 * In foreign sessions: content says it, as in the tool that wrote them
 * (docs/semantics.md §4, §11.1).
 */
export declare const readByContent: EntryReading;
/**
 * Where initial context goes into a compacted list: directly before the last message that a user
 * wrote; if there is none, before the last summary, else before the last compaction item, else at the
 * end (docs/semantics.md §11.6).
 *
 * @returns the index that the first of the context's items gets
 */
export declare function findInsertionPoint(entries: ItemList<WithOrigin>, reading: EntryReading): number;
/** What the rules about lists need of one: arrays have it, and a ledger's `Sequence`. */
export interface ItemList<Entry> extends Iterable<Entry> {
    readonly length: number;
    /** @returns undefined outside */
    at(index: number): Entry | undefined;
}
export interface WithItem {
    readonly item: Item;
}
/** What is known of an item in a ledger, or in a checkpoint's list. */
export interface WithOrigin extends WithItem {
    readonly origin: Origin;
    /** True for a compaction's summary. */
    readonly summary?: boolean | undefined;
}
export {};
