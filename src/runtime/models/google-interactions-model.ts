import { isJsonObject } from "../../events/json.js";
import type { InteractionsBody } from "../../projections/providers/google-interactions/body.js";
import { googleInteractions } from "../../projections/providers/google-interactions/google-interactions.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions, callDelta, type Delta, sdkModel, textDelta } from "./sdk-model.js";

/** What is used of the official client (`@google/genai`). */
export interface GoogleInteractionsClient {
  readonly interactions: {
    create(
      body: InteractionsBody & { stream: true },
      options: { signal: AbortSignal; retries: { strategy: "none" } },
    ): PromiseLike<AsyncIterable<unknown>>;
  };
}

export interface GoogleInteractionsModelOptions extends AdapterOptions {
  readonly client: GoogleInteractionsClient;
}

/**
 * A Gemini model, by the Interactions API. Nothing is stored with the provider. The client continues
 * answers that are too long for one request; its input tokens are then counted for each.
 * Errors of a request arrive as the stream's `RefoldError`: those of `ModelClient.stream`.
 * @see docs/models.md, "Errors"
 */
export function googleInteractionsModel(
  options: GoogleInteractionsModelOptions,
): ModelClient<InteractionsBody> {
  const { client } = options;
  return sdkModel(
    {
      provider: "google",
      format: googleInteractions,
      open: ({ body }, signal) =>
        client.interactions.create(
          { ...body, stream: true },
          { signal, retries: { strategy: "none" } },
        ),
      deltasOf,
      errorIn,
    },
    options,
  );
}

/** An error event; or a text: the client gives what is no JSON as it came. */
function errorIn(chunk: unknown): unknown {
  if (typeof chunk === "string") return chunk;
  return isJsonObject(chunk) && isJsonObject(chunk.error) ? chunk : null;
}

function deltasOf(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk)) return [];
  const { index, step, delta } = chunk;
  if (isJsonObject(step)) {
    return step.type === "function_call" ? callDelta(index, step.name, wholeInput(step)) : [];
  }
  if (!isJsonObject(delta)) return [];
  const { type, text, content, arguments: json } = delta;
  if (type === "text") return textDelta("text-delta", text);
  if (type === "arguments_delta") return callDelta(index, null, json);
  if (type !== "thought_summary" || !isJsonObject(content)) return [];
  return textDelta("reasoning-delta", content.text);
}

/** Null: the arguments come piece by piece. */
function wholeInput({ arguments: input = {} }: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(input);
  return text === "{}" ? null : text;
}
