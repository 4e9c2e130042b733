import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ProviderRequest, RequestOptions } from "../../projections/providers/provider.js";
import { serializePrompt } from "../sent-request.js";
import type { ConversationDriver } from "./conversation-driver.js";
import {
  type ConversationBodies,
  type ConversationProvider,
  serializerOf,
} from "./conversation-settings.js";

/** A request for one provider: what its own client takes, and how it came about. */
interface RequestFor<Name extends ConversationProvider> extends ProviderRequest<
  ConversationBodies[Name]
> {
  readonly provider: Name;
  /** What the body was made of. */
  readonly prompt: Prompt;
}

/** A request for the provider of a conversation; tell several apart by `provider`. */
export type ConversationRequest<Name extends ConversationProvider = ConversationProvider> = {
  [Each in Name]: RequestFor<Each>;
}[Name];

/** Settings of one request: the longest answer, tools to be called, reasoning. */
export type ConversationRequestOptions = Omit<RequestOptions, "blobs" | "model" | "models">;

/** Makes the request for a conversation's provider, with the pictures that it needs. */
export async function conversationRequest<Name extends ConversationProvider>(
  { log, models, settings }: ConversationDriver,
  provider: Name,
  asked: ConversationRequestOptions,
): Promise<RequestFor<Name>> {
  const { model, budget } = settings;
  const target = { provider, model, contextWindow: budget.window };
  const prompt = log.prompt(target, { models });
  const maxTokens =
    budget.reservedForResponse === 0 ? {} : { maxTokens: budget.reservedForResponse };
  const options = { ...maxTokens, ...asked, model, models };
  const form = { provider: serializerOf(provider), options };
  const request = await serializePrompt<ConversationBodies[Name]>(prompt, form, log.store.blobs);
  return { ...request, provider, prompt };
}
