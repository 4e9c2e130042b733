import type { ModelTable } from "../../models/find-model.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../projections/providers/google/body.js";
import { google } from "../../projections/providers/google/google.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { ProviderRequest, RequestOptions } from "../../projections/providers/provider.js";
import { type RequestSerializer, serializePrompt } from "../sent-request.js";
import type { ThreadLog } from "../thread-log.js";
import { type ConversationProvider, readSettings } from "./conversation-settings.js";

interface ConversationBodies {
  openai: ResponsesBody;
  "openai-responses": ResponsesBody;
  "openai-chat": ChatBody;
  anthropic: AnthropicBody;
  google: GoogleBody;
}

const SERIALIZERS: {
  readonly [Name in ConversationProvider]: RequestSerializer<ConversationBodies[Name]>;
} = {
  openai: openaiResponses,
  "openai-responses": openaiResponses,
  "openai-chat": openaiChat,
  anthropic,
  google,
};

/** A request for one provider: the body for its client, and how it was made. */
interface RequestFor<Name extends ConversationProvider> extends ProviderRequest<
  ConversationBodies[Name]
> {
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
export async function conversationRequest<Name extends ConversationProvider>(
  conversation: { readonly log: ThreadLog; readonly models: ModelTable },
  provider: Name,
  asked: ConversationRequestOptions,
): Promise<RequestFor<Name>> {
  const { log, models } = conversation;
  const { model, budget } = readSettings(log.state);
  const target = { provider, model, contextWindow: budget.window };
  const prompt = log.prompt(target, { models });
  const maxTokens = budget.reservedForResponse;
  const options = { ...(maxTokens > 0 && { maxTokens }), ...asked, model, models };
  const form = { provider: SERIALIZERS[provider], options };
  const request = await serializePrompt<ConversationBodies[Name]>(prompt, form, log.store.blobs);
  return { ...request, provider, prompt };
}
