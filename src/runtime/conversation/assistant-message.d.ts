import type { Item } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { ProviderResponse, ResponseItem } from "../../projections/providers/provider.js";
import type { ItemInput } from "../record-item.js";
/** A tool that the model calls. */
export interface AssistantCall {
    readonly id: string;
    readonly name: string;
    /** As JSON, or the object that it is of. Default: none. */
    readonly arguments?: string | object;
}
/** What the model said, and which tools it called. */
export interface AssistantMessage {
    readonly text?: string;
    readonly calls?: readonly AssistantCall[];
}
/** A whole answer as a provider's own client gives it back. */
export type ProviderAnswer = {
    readonly choices: readonly unknown[];
} | {
    readonly output: readonly unknown[];
} | {
    readonly content: readonly unknown[];
    readonly stop_reason: unknown;
} | {
    readonly candidates?: readonly unknown[];
};
/** An answer of the model: a text, text and calls, items, what `fromResponse` gave, or a client's answer. */
export type AssistantContent = string | AssistantMessage | Item | readonly (Item | ResponseItem)[] | ProviderResponse | ProviderAnswer;
/** An answer as items, with what it cost; null: nobody said. */
export interface ReadAnswer {
    readonly items: readonly ItemInput[];
    readonly usage: Usage | null;
}
/**
 * Reads an answer of the model, whichever way it is handed in.
 * @param tools as declared: names and kinds of calls are given back like that
 * @throws {UnsupportedContent} there is nothing in it, or something that no model makes
 * @throws {InvalidResponse} a client's answer has another form than its API documents
 */
export declare function assistantMessage(content: AssistantContent, tools: readonly ToolDeclaration[]): ReadAnswer;
