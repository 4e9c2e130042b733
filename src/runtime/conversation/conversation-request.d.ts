import type { ModelTable } from "../../models/find-model.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../projections/providers/google/body.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import type { ProviderRequest, RequestOptions } from "../../projections/providers/provider.js";
import type { ThreadLog } from "../thread-log.js";
import { type ConversationProvider } from "./conversation-settings.js";
/** The body that each provider takes. */
interface ConversationBodies {
    openai: ResponsesBody;
    "openai-responses": ResponsesBody;
    "openai-chat": ChatBody;
    anthropic: AnthropicBody;
    google: GoogleBody;
}
/** A request for one provider: the body for its client, and how it was made. */
interface RequestFor<Name extends ConversationProvider> extends ProviderRequest<ConversationBodies[Name]> {
    readonly provider: Name;
    readonly prompt: Prompt;
}
/** A request for the provider of a conversation; tell several apart by `provider`. */
export type ConversationRequest<Name extends ConversationProvider = ConversationProvider> = {
    [Each in Name]: RequestFor<Each>;
}[Name];
/** Settings of one request: the longest answer, tools to be called, reasoning. */
export type ConversationRequestOptions = Omit<RequestOptions, "blobs" | "model" | "models">;
/** Makes the request for a conversation's provider, with the images that it needs. */
export declare function conversationRequest<Name extends ConversationProvider>(conversation: {
    readonly log: ThreadLog;
    readonly models: ModelTable;
}, provider: Name, asked: ConversationRequestOptions): Promise<RequestFor<Name>>;
export {};
