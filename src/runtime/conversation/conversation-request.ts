import { Observable } from "rxjs";
import { invalidArgument, type RefoldError } from "../../errors.js";
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
import type { ModelClient, ModelEvent } from "../models/model-client.js";
import { type Retrying, type RetryPolicy, withRetries } from "../models/retries.js";
import { type RequestSerializer, serializePrompt } from "../sent-request.js";
import { valuesOf } from "../streams.js";
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
  conversation: RequestBasis,
  provider: Name,
  asked: ConversationRequestOptions,
): Promise<RequestFor<Name>> {
  const serializer: RequestSerializer<ConversationBodies[Name]> = SERIALIZERS[provider];
  return { ...(await serialized(conversation, serializer, asked)), provider };
}

interface RequestBasis {
  readonly log: ThreadLog;
  readonly models: ModelTable;
}

async function serialized<Body>(
  { log, models }: RequestBasis,
  serializer: RequestSerializer<Body>,
  asked: ConversationRequestOptions,
): Promise<ProviderRequest<Body> & { readonly prompt: Prompt }> {
  const { provider, model, budget } = readSettings(log.state);
  const target = { provider, model, contextWindow: budget.window };
  const prompt = log.prompt(target, { models });
  const maxTokens = budget.reservedForResponse;
  const options = { ...(maxTokens > 0 && { maxTokens }), ...asked, model, models };
  const form = { provider: serializer, options };
  return { ...(await serializePrompt(prompt, form, log.store.blobs)), prompt };
}

/** How an answer is streamed. */
export interface ConversationStreamOptions {
  /** Settings of the request; they go before the client's own. */
  readonly request?: ConversationRequestOptions;
  /** Ends the request; nothing of the answer is recorded. */
  readonly signal?: AbortSignal;
  readonly retries?: RetryPolicy;
}

/**
 * Asks a client for the next answer: its pieces as they come, then the whole.
 * @throws {RefoldError} `invalid-argument`: the client asks another model than the conversation's
 */
export async function* streamedAnswer<Body>(
  basis: RequestBasis,
  client: ModelClient<Body>,
  { request: asked, signal, retries = {} }: ConversationStreamOptions,
): AsyncGenerator<ModelEvent | Retrying, undefined> {
  const { model } = readSettings(basis.log.state);
  if (client.model !== model) throw otherModel(client.model, model);
  const options = { ...client.options, ...asked };
  const { body, prompt } = await serialized(basis, client.serializer, options);
  const answers = client.stream({ body, prompt, tools: prompt.tools }, { signal });
  yield* valuesOf(
    new Observable<ModelEvent | Retrying>((subscriber) => {
      const onRetry = (retrying: Retrying): void => subscriber.next(retrying);
      const about = { provider: client.provider, signal, onRetry };
      return withRetries(answers, retries, about).subscribe(subscriber);
    }),
  );
}

function otherModel(asked: string, model: string): RefoldError<"invalid-argument"> {
  return invalidArgument(
    `the client asks ${asked}, and the conversation is for ${model}`,
    "Switch first: `switchProvider(provider, model)`.",
  );
}
