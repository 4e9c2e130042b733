import { isJsonObject } from "../../events/json.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { ModelClient } from "./model-client.js";
import { callDelta, sdkModel, textDelta } from "./sdk-model.js";
import type { AdapterOptions, Delta, StreamingApi } from "./sdk-model.js";

/** What is used of the official client (`openai`). */
export interface OpenAIResponsesClient {
  readonly responses: StreamingApi<ResponsesBody>;
}

export interface OpenAIResponsesModelOptions extends AdapterOptions {
  readonly client: OpenAIResponsesClient;
}

/** A model of OpenAI, by the Responses API. */
export function openaiResponsesModel(
  options: OpenAIResponsesModelOptions,
): ModelClient<ResponsesBody> {
  const { client } = options;
  return sdkModel(
    {
      provider: "openai",
      format: openaiResponses,
      open: ({ body }, signal) =>
        client.responses.create({ ...body, stream: true }, { signal, maxRetries: 0 }),
      deltasOf: responsesDeltas,
      errorIn: responsesError,
    },
    options,
  );
}

function responsesDeltas(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk)) return [];
  const { type, delta, item, output_index: index } = chunk;
  switch (type) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      return textDelta("text-delta", delta);
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      return textDelta("reasoning-delta", delta);
    case "response.function_call_arguments.delta":
    case "response.custom_tool_call_input.delta":
      return callDelta(index, null, delta);
    case "response.output_item.added":
      return isJsonObject(item) ? callDelta(index, item.name, null) : [];
    default:
      return [];
  }
}

/** The API answers 200 first: a later failure comes as one of two events. */
function responsesError(chunk: unknown): unknown {
  if (!isJsonObject(chunk)) return null;
  if (chunk.type === "error") return chunk;
  if (chunk.type !== "response.failed" || !isJsonObject(chunk.response)) return null;
  return { error: chunk.response.error ?? { code: "server_error" } };
}

/** A body as it is streamed: the usage comes only when it is asked for. */
type StreamedChatBody = ChatBody & { readonly stream_options: { readonly include_usage: true } };

/** What is used of the official client (`openai`). */
export interface OpenAIChatClient {
  readonly chat: { readonly completions: StreamingApi<StreamedChatBody> };
}

export interface OpenAIChatModelOptions extends AdapterOptions {
  readonly client: OpenAIChatClient;
  /** For servers with OpenAI's API: the provider's name. Default: `openai`. */
  readonly provider?: string;
}

/** A model by Chat Completions: OpenAI's, or of a server with the same API. */
export function openaiChatModel(options: OpenAIChatModelOptions): ModelClient<ChatBody> {
  const { client, provider = "openai" } = options;
  return sdkModel(
    {
      provider,
      format: openaiChat,
      open: ({ body }, signal) =>
        client.chat.completions.create(
          { ...body, stream: true, stream_options: { include_usage: true } },
          { signal, maxRetries: 0 },
        ),
      deltasOf: chatDeltas,
      errorIn: (chunk) => (isJsonObject(chunk) && isJsonObject(chunk.error) ? chunk : null),
    },
    options,
  );
}

function chatDeltas(chunk: unknown): readonly Delta[] {
  const choices: readonly unknown[] =
    isJsonObject(chunk) && Array.isArray(chunk.choices) ? chunk.choices : [];
  const choice = choices[0];
  if (!isJsonObject(choice) || !isJsonObject(choice.delta)) return [];
  const { content, refusal, reasoning_content: thoughts, tool_calls: calls } = choice.delta;
  return [
    ...textDelta("reasoning-delta", thoughts || choice.delta.reasoning),
    ...textDelta("text-delta", content),
    ...textDelta("text-delta", refusal),
    ...(Array.isArray(calls) ? calls.flatMap(chatCallDelta) : []),
  ];
}

function chatCallDelta(call: unknown): readonly Delta[] {
  if (!isJsonObject(call)) return [];
  const { index, id, function: asked, custom } = call;
  const place = index ?? id;
  if (isJsonObject(asked)) return callDelta(place, asked.name, asked.arguments);
  return isJsonObject(custom) ? callDelta(place, custom.name, custom.input) : [];
}
