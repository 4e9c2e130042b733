import type { Item } from "../../events/item.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { Recording } from "../record-item.js";
import { type AssistantContent } from "./assistant-message.js";
import { type MessageContent } from "./content-parts.js";
/** What a message adds to a history. */
export interface Addition extends Recording {
    /** True for a user's message: a turn begins with it. */
    readonly begins?: boolean;
    /** True for an answer after which nothing is open: the turn ends with it. */
    readonly ends?: boolean;
}
/** A message by its role, or as an item. A system message is the system prompt: it replaces it. */
export type ConversationMessage = {
    readonly role: "system";
    readonly content: string;
} | {
    readonly role: "user";
    readonly content: MessageContent;
} | {
    readonly role: "assistant";
    readonly content: AssistantContent;
} | ({
    readonly role: "tool";
} & ToolResultInput) | Item | ResponseItem;
/** What a message adds to a history. @throws {UnsupportedContent} @throws {NoSuchCall} */
export declare function messageAddition(message: ConversationMessage, state: ThreadState): Addition;
export declare function userAddition(content: MessageContent): Addition;
/** An answer; its turn ends when nothing waits for a result. */
export declare function answerAddition(content: AssistantContent, state: ThreadState): Addition;
export declare function resultAddition(result: ToolResultInput, state: ThreadState): Addition;
/** What a tool gave back. */
interface ToolResultInput {
    readonly callId: string;
    readonly content: MessageContent;
    /** The call failed; every provider is told so in its own form. */
    readonly failed?: boolean;
}
/** A call of the model that nothing answers yet, in the same form for every provider. */
export interface OpenCall {
    /** What `addToolResult` takes. */
    readonly id: string;
    readonly name: string;
    /** As the model wrote them: JSON, or the free text of a custom tool. */
    readonly arguments: string;
}
/** The calls that the caller has to answer, the oldest first. */
export declare function openCalls(entries: readonly LedgerEntry[]): readonly OpenCall[];
export {};
