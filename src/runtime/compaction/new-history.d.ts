import type { FactOf } from "../../events/event.js";
import type { CompactionItem, ReplacementItem } from "../../events/item.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
type Injection = Pick<FactOf<"context.injected">["data"], "items" | "fragments">;
export interface NewHistoryInput {
    /** The history that is replaced, oldest first. */
    readonly entries: readonly LedgerEntry[];
    /** Of this compaction, without its prefix; blank: there is none. */
    readonly summary: string;
    readonly summaryPrefix: string;
    /** Sealed items of a provider; with one of them no placeholder stands for a blank summary. */
    readonly sealed: readonly CompactionItem[];
    /** User messages may take so many tokens of text. */
    readonly keptMessagesTokens: number;
    /** The whole list should not take more; null: nobody knows a limit. */
    readonly ceilingTokens: number | null;
    /** The initial context of a turn that runs; null: none is placed. */
    readonly injection: Injection | null;
}
export interface NewHistory {
    readonly replacement: ReplacementItem[];
    /** The summary's text as it stands in the list; null: sealed items stand for it. */
    readonly summary: string | null;
    readonly placement: "none" | "before-last-user";
    /** What the placed context tells; `item` is an index into the list. */
    readonly fragments: Injection["fragments"] | undefined;
    /** Estimated tokens of the list. */
    readonly tokens: number;
}
/**
 * What a summary leaves of a history: the newest user messages, then the summary, then the ghost
 * snapshots; a running turn's context before the last user message
 * (docs/semantics.md §11.9, §11.2-11.6). Who said what is told by origin; context, tool noise and
 * earlier summaries go. Where a limit is known, fewer messages are kept than the budget allows
 * rather than filling the window again.
 */
export declare function newHistory(input: NewHistoryInput): NewHistory;
export {};
