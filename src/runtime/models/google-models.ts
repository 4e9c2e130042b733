import { isJsonObject } from "../../events/json.js";
import type { InteractionsBody } from "../../projections/providers/google-interactions/body.js";
import { googleInteractions } from "../../projections/providers/google-interactions/google-interactions.js";
import type { GoogleBody } from "../../projections/providers/google/body.js";
import { google } from "../../projections/providers/google/google.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions, callDelta, type Delta, sdkModel, textDelta } from "./sdk-model.js";

/** A body as it is sent: the SDK takes the signal beside the settings. */
export type AbortableGoogleBody = Omit<GoogleBody, "config"> & {
  config: NonNullable<GoogleBody["config"]> & { abortSignal: AbortSignal };
};

/** What is used of the official client (`@google/genai`). */
export interface GoogleClient {
  readonly models: {
    generateContentStream(body: AbortableGoogleBody): PromiseLike<AsyncIterable<unknown>>;
  };
}

export interface GoogleModelOptions extends AdapterOptions {
  readonly client: GoogleClient;
}

/**
 * A Gemini model, by generateContent. Leave the client's own `retryOptions` unset.
 * Errors of a request arrive as the stream's `RefoldError`: those of `ModelClient.stream`.
 * @see docs/models.md, "Errors"
 */
export function googleModel(options: GoogleModelOptions): ModelClient<GoogleBody> {
  const { client } = options;
  return sdkModel(
    {
      provider: "google",
      format: google,
      open: ({ body }, signal) =>
        client.models.generateContentStream({
          ...body,
          config: { ...body.config, abortSignal: signal },
        }),
      deltasOf,
      errorIn: (chunk) => (isJsonObject(chunk) && isJsonObject(chunk.error) ? chunk : null),
    },
    options,
  );
}

function deltasOf(chunk: unknown): readonly Delta[] {
  if (!isJsonObject(chunk)) return [];
  const candidate = listOf(chunk.candidates)[0];
  if (!isJsonObject(candidate) || !isJsonObject(candidate.content)) return [];
  return listOf(candidate.content.parts).flatMap((part): readonly Delta[] => {
    if (!isJsonObject(part)) return [];
    const { text, thought, functionCall: call } = part;
    if (!isJsonObject(call)) {
      return textDelta(thought === true ? "reasoning-delta" : "text-delta", text);
    }
    return callDelta(call.id ?? call.name, call.name, JSON.stringify(call.args ?? {}));
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

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
      deltasOf: interactionDeltas,
      errorIn: interactionError,
    },
    options,
  );
}

/** An error event; or a text: the client gives what is no JSON as it came. */
function interactionError(chunk: unknown): unknown {
  if (typeof chunk === "string") return chunk;
  return isJsonObject(chunk) && isJsonObject(chunk.error) ? chunk : null;
}

function interactionDeltas(chunk: unknown): readonly Delta[] {
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
