import { isJsonObject } from "../../events/json.js";
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
