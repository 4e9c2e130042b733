import { isJsonObject } from "../../events/json.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions, type Delta, sdkModel } from "./sdk-model.js";

/** What is used of the official client (`openai`). */
export interface OpenAIResponsesClient {
  readonly responses: {
    create(
      body: ResponsesBody & { readonly stream: true },
      options: { readonly signal: AbortSignal; readonly maxRetries: number },
    ): PromiseLike<AsyncIterable<unknown>>;
  };
}

export interface OpenAIResponsesModelOptions extends AdapterOptions {
  readonly client: OpenAIResponsesClient;
}

/**
 * A model of OpenAI, by the Responses API.
 * Errors of a request arrive as the stream's `RefoldError`, by code: `context-window-exceeded`,
 * `rate-limited`, `overloaded`, `stream-interrupted`, `unauthorized`, `image-refused`, `invalid-request`,
 * `invalid-response`, `aborted`.
 * @see docs/models.md, "Errors"
 */
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
      deltasOf,
      errorIn,
    },
    options,
  );
}

function deltasOf(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk) || typeof chunk.delta !== "string") return [];
  switch (chunk.type) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      return [{ type: "text-delta", text: chunk.delta }];
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      return [{ type: "reasoning-delta", text: chunk.delta }];
    default:
      return [];
  }
}

/** The API answers 200 first: what fails behind it comes as one of two events. */
function errorIn(chunk: unknown): unknown {
  if (!isJsonObject(chunk)) return null;
  if (chunk.type === "error") return chunk;
  if (chunk.type !== "response.failed" || !isJsonObject(chunk.response)) return null;
  return { error: chunk.response.error ?? { code: "server_error" } };
}
