import { isJsonObject } from "../../events/json.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions, type Delta, sdkModel } from "./sdk-model.js";

/** What is used of the official client (`@anthropic-ai/sdk`). */
export interface AnthropicClient {
  readonly messages: {
    create(
      body: AnthropicBody & { readonly stream: true },
      options: { readonly signal: AbortSignal; readonly maxRetries: number },
    ): PromiseLike<AsyncIterable<unknown>>;
  };
}

export interface AnthropicModelOptions extends AdapterOptions {
  readonly client: AnthropicClient;
}

/**
 * A Claude model, by Anthropic's Messages API.
 * Errors of a request arrive as the stream's `RefoldError`: those of `ModelClient.stream`.
 * @see docs/models.md, "Errors"
 */
export function anthropicModel(options: AnthropicModelOptions): ModelClient<AnthropicBody> {
  const { client } = options;
  return sdkModel(
    {
      provider: "anthropic",
      format: anthropic,
      open: ({ body }, signal) =>
        client.messages.create({ ...body, stream: true }, { signal, maxRetries: 0 }),
      deltasOf,
      errorIn: (chunk) => (isJsonObject(chunk) && chunk.type === "error" ? chunk : null),
    },
    options,
  );
}

function deltasOf(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk) || !isJsonObject(chunk.delta)) return [];
  const { type, text, thinking } = chunk.delta;
  if (type === "text_delta" && typeof text === "string") return [{ type: "text-delta", text }];
  return type === "thinking_delta" && typeof thinking === "string"
    ? [{ type: "reasoning-delta", text: thinking }]
    : [];
}
