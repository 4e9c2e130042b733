import type { ModelClient } from "../models/model-client.js";
import type { AssistantContent } from "./assistant-message.js";
import type { MessageContent } from "./content-parts.js";
import type { ConversationBudget } from "./conversation-budget.js";
import type { ConversationEntry } from "./conversation-entry.js";
import { type ConversationRequest, type ConversationRequestOptions } from "./conversation-request.js";
import { type ConversationProvider, type TruncationStrategy } from "./conversation-settings.js";
import { type ConversationMessage, type OpenCall } from "./message.js";
import { type ConversationHome, type ConversationOptions, type LoadOptions, type OpenedConversation } from "./open-conversation.js";
/**
 * A conversation of several turns with any provider, which outlives the process: an ordinary thread
 * of the store, whose every change is an event. What is added is durable, at the store's level, once
 * the promise is kept. One process at a time holds a conversation.
 *
 * @see docs/conversations.md
 */
export declare class Conversation<Name extends ConversationProvider = ConversationProvider> implements AsyncDisposable {
    #private;
    /** Made by `Conversation.open` and `Conversation.load`. */
    constructor({ ownStore, ...held }: OpenedConversation);
    /**
     * Opens the conversation of that name, or begins one; without a name always a new one. Settings that
     * are given and differ from the recorded ones are changed, provider and model too.
     * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {InvalidArgument}
     * @throws {LeaseHeld} another process has it open
     */
    static open<Name extends ConversationProvider>(options: ConversationOptions<Name>): Promise<Conversation<Name>>;
    /**
     * Goes on with a conversation, by its id (ULID or UUID) or name; everything else is in its events.
     * @throws {ThreadNotFound} names the nearest @throws {InvalidId} it is neither: a path, for instance
     * @throws {InvalidArgument} the thread is no conversation
     * @throws {LeaseHeld} another process has it open
     */
    static load(idOrName: string, options?: LoadOptions): Promise<Conversation>;
    /** Every conversation of a home, newest first; read is what changed since the last list. */
    static list(home?: ConversationHome): Promise<readonly ConversationEntry[]>;
    /**
     * Deletes a conversation for good.
     * @throws {ThreadNotFound} @throws {InvalidId} @throws {LeaseHeld} somebody has it open
     * @throws {ThreadHasForks} others refer to it
     */
    static delete(idOrName: string, home?: ConversationHome): Promise<void>;
    /** ULID of its thread. */
    get id(): string;
    /** Null: it has none. */
    get name(): string | null;
    get provider(): Name;
    get model(): string;
    /** Empty: there is none. */
    get systemPrompt(): string;
    get truncationStrategy(): TruncationStrategy;
    /** In tokens. */
    get budget(): ConversationBudget;
    /** What the messages take, estimated, in tokens; never more than `budget.available`. */
    get tokenCount(): number;
    /** How many more the messages may take before some have to go. */
    get tokensAvailable(): number;
    /** The messages that the model still sees: users', the model's, tools' results. */
    get messageCount(): number;
    /** Calls of the model that wait for their results, the oldest first. */
    get openCalls(): readonly OpenCall[];
    /** RFC 3339. */
    get createdAt(): string;
    /** RFC 3339: of the newest event. */
    get updatedAt(): string;
    /**
     * Sets what the model is told before everything else; empty: nothing. It is never truncated.
     * @throws {BudgetTooSmall} it leaves no room for messages @throws {MessageTooLarge} nor for the newest one
     */
    setSystemPrompt(text: string): Promise<void>;
    /**
     * Adds what the user says: a text, or texts and pictures.
     * @throws {UnsupportedContent} no provider can carry it @throws {MessageTooLarge}
     */
    addUserMessage(content: MessageContent): Promise<void>;
    /**
     * Adds what the model answered: a text, text and calls, items, or the answer as the provider's
     * client gave it back; what that says of its cost is recorded too.
     * @throws {UnsupportedContent} @throws {InvalidResponse} @throws {MessageTooLarge}
     */
    addAssistantMessage(content: AssistantContent): Promise<void>;
    /**
     * Adds a message by its role, or an item. A system message replaces the system prompt.
     * @throws {UnsupportedContent} @throws {NoSuchCall} @throws {MessageTooLarge} @throws {BudgetTooSmall}
     */
    addMessage(message: ConversationMessage): Promise<void>;
    /**
     * Adds what a tool gave back. Long texts are bounded; their originals are kept.
     * @throws {NoSuchCall} no call of that id waits for a result @throws {UnsupportedContent}
     */
    addToolResult(callId: string, content: MessageContent, { failed }?: {
        readonly failed?: boolean;
    }): Promise<void>;
    /** The body for the provider's own client, with everything that the serializer changed. */
    toRequest(options?: ConversationRequestOptions): Promise<ConversationRequest<Name>>;
    /**
     * Goes on with another provider and model. A smaller window may make messages go.
     * @returns the same conversation, typed for the new provider
     * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {MessageTooLarge}
     */
    switchProvider<Other extends ConversationProvider>(provider: Other, model: string): Promise<Conversation<Other>>;
    /**
     * Sets how the conversation is made to fit from now on.
     * @param options `model` makes the summaries of `summarize`; it is not recorded
     */
    setTruncationStrategy(strategy: TruncationStrategy, { model }?: {
        readonly model?: ModelClient;
    }): Promise<void>;
    /** Begins afresh: the model sees no message any more. System prompt and settings stay. */
    clear(): Promise<void>;
    /** Waits for what is being added and makes everything durable, whatever the store's level. */
    save(): Promise<void>;
    /** Saves, and lets others have the conversation; once, however often called. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
