import { isJsonObject } from "../../events/json.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions, type Delta, sdkModel } from "./sdk-model.js";

/** A body as it is streamed: the usage comes only when it is asked for. */
export type StreamedChatBody = ChatBody & {
  readonly stream: true;
  readonly stream_options: { readonly include_usage: true };
};

/** What is used of the official client (`openai`). */
export interface OpenAIChatClient {
  readonly chat: {
    readonly completions: {
      create(
        body: StreamedChatBody,
        options: { readonly signal: AbortSignal; readonly maxRetries: number },
      ): PromiseLike<AsyncIterable<unknown>>;
    };
  };
}

export interface OpenAIChatModelOptions extends AdapterOptions {
  readonly client: OpenAIChatClient;
  /** For servers that speak like OpenAI's: whose they are. Default: `openai`. */
  readonly provider?: string;
}

/**
 * A model by Chat Completions, of OpenAI or of a server with a compatible API.
 * Errors of a request arrive as the stream's `RefoldError`, by code: `context-window-exceeded`,
 * `rate-limited`, `overloaded`, `stream-interrupted`, `unauthorized`, `image-refused`, `invalid-request`,
 * `invalid-response`, `aborted`.
 * @see docs/models.md, "Errors"
 */
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
      deltasOf,
      errorIn: (chunk) => (isJsonObject(chunk) && isJsonObject(chunk.error) ? chunk : null),
    },
    options,
  );
}

function deltasOf(chunk: unknown): readonly Delta[] {
  const choices: readonly unknown[] =
    isJsonObject(chunk) && Array.isArray(chunk.choices) ? chunk.choices : [];
  const choice = choices[0];
  if (!isJsonObject(choice) || !isJsonObject(choice.delta)) return [];
  const { content, refusal, reasoning_content: reasoning } = choice.delta;
  return [
    ...pieces("reasoning-delta", reasoning),
    ...pieces("text-delta", content),
    ...pieces("text-delta", refusal),
  ];
}

function pieces(type: Delta["type"], text: unknown): readonly Delta[] {
  return typeof text === "string" && text !== "" ? [{ type, text }] : [];
}
