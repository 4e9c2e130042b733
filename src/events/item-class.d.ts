import type { Item, MessageItem, MessagePart, Origin } from "./item.js";
/**
 * Who an item comes from, told from its content: the rules for recorded sessions of others
 * (docs/semantics.md §4). In our own threads nothing is sniffed; an entry's origin says it (§4.1).
 */
export declare function isUserMessage(item: Item): item is MessageItem;
/**
 * A user message of which any part was injected by the session (§4.5), or which says itself that
 * no part is the user's.
 */
export declare function isContextualUserMessage(item: Item): boolean;
/**
 * A user message that is a hook's: only input texts, each a hook prompt or another contextual
 * fragment, at least one a hook prompt (§4.6).
 */
export declare function isHookPromptItem(item: Item): boolean;
/**
 * What a turn begins with: a user message that is not contextual, or an agent's instruction (§4.7).
 */
export declare function isUserTurnBoundary(item: Item): boolean;
/** A developer message of which any part was injected by the session (§4.9). */
export declare function isContextualDeveloperMessage(item: Item): boolean;
/** A contextual developer message that has other parts too, images included (§4.9). */
export declare function isMixedDeveloperMessage(item: Item): boolean;
/** A user message that a compaction left: its text starts with the prefix's line (§4.13). */
export declare function isSummaryMessage(item: Item): boolean;
/** True for a text that starts with the prefix's line; the prefix alone is an ordinary text. */
export declare function isSummaryText(text: string): boolean;
/** What the model made; outputs, snapshots, user and developer messages are not (§4.12). */
export declare function isModelGenerated(item: Item): boolean;
export declare function isToolOutput(item: Item): boolean;
/** Messages of the system and kinds without a meaning never enter the ledger (§6.1). */
export declare function entersLedger(item: Item): boolean;
/**
 * The origin of an item in a foreign session, set once by its decoder (docs/semantics.md §4.3).
 *
 * A summary that stands as an item gets the origin `user`: Codex counts it as the boundary of a turn
 * (§4.7), and origin is what says so here. The checkpoint's entry still marks it as its summary.
 */
export declare function originOf(item: Item): Origin;
/**
 * The text of a user message: its `input_text` parts joined with nothing between, without the tags
 * around images (docs/semantics.md §4.10). It may be empty.
 */
export declare function userMessageText({ content }: MessageItem): string;
/**
 * All text of a message: its parts that are texts and not empty, joined with line feeds; null when
 * there is none (docs/semantics.md §4.11).
 */
export declare function contentText(content: readonly MessagePart[]): string | null;
/** The `output_text` parts of a message joined with nothing between (docs/semantics.md §11.4). */
export declare function outputText({ content }: MessageItem): string;
/**
 * True when a message names the kind of each of its parts, and none of them is the user's. Codex
 * versions later than those of docs/semantics.md §1.2 write it (`content_item_kinds`: `user.text`,
 * `environments.environment_context`, …); where it is absent or does not fit, nothing is told.
 */
export declare function isNamedInjected(message: {
    readonly content: readonly unknown[];
    readonly [member: string]: unknown;
}): boolean;
/**
 * One agent's instruction to another, as an assistant message carries it (docs/semantics.md §4.8).
 */
interface InterAgentInstruction {
    readonly author: string;
    readonly recipient: string;
    readonly otherRecipients: readonly string[];
    readonly content: string;
    /** True when it makes the recipient start a turn. */
    readonly triggersTurn: boolean;
}
/** @returns null when the item is no assistant message whose only part is an instruction */
export declare function readInterAgentInstruction(item: Item): InterAgentInstruction | null;
export {};
