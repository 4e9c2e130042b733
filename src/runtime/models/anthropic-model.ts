import { isJsonObject } from "../../events/json.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import {
  type AnthropicCompactedBody,
  anthropicBeta,
} from "../../projections/providers/anthropic/anthropic-beta.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { ModelClient } from "./model-client.js";
import { callDelta, sdkModel, textDelta } from "./sdk-model.js";
import type { AdapterOptions, Delta, StreamingApi } from "./sdk-model.js";

/** What is used of the official client (`@anthropic-ai/sdk`). */
export interface AnthropicClient {
  readonly messages: StreamingApi<AnthropicBody>;
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
      ...ADAPTER,
      format: anthropic,
      open: ({ body }, signal) =>
        client.messages.create({ ...body, stream: true }, { signal, maxRetries: 0 }),
    },
    options,
  );
}

type BetaBody = AnthropicBody | AnthropicCompactedBody;

/** What is used of the official client for betas. */
export interface AnthropicBetaClient {
  readonly beta: { readonly messages: StreamingApi<BetaBody> };
}

export interface AnthropicBetaModelOptions extends AdapterOptions {
  readonly client: AnthropicBetaClient;
}

/**
 * The same by `client.beta.messages`: the blocks of `anthropicCompaction` are sent back as they came,
 * where `anthropicModel` sends their text.
 */
export function anthropicBetaModel(options: AnthropicBetaModelOptions): ModelClient<BetaBody> {
  const { client } = options;
  return sdkModel(
    {
      ...ADAPTER,
      format: anthropicBeta,
      open: ({ body }, signal) =>
        client.beta.messages.create({ ...body, stream: true }, { signal, maxRetries: 0 }),
    },
    options,
  );
}

const ADAPTER = {
  provider: "anthropic",
  deltasOf,
  errorIn: (chunk: unknown) => (isJsonObject(chunk) && chunk.type === "error" ? chunk : null),
};

function deltasOf(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk)) return [];
  const { index, content_block: block, delta } = chunk;
  // Tools that the provider runs have other types: their calls are for nobody else.
  if (isJsonObject(block) && block.type === "tool_use") return callDelta(index, block.name, null);
  if (!isJsonObject(delta)) return [];
  const { type, text, thinking, partial_json: json } = delta;
  if (type === "text_delta") return textDelta("text-delta", text);
  if (type === "thinking_delta") return textDelta("reasoning-delta", thinking);
  return type === "input_json_delta" ? callDelta(index, null, json) : [];
}
