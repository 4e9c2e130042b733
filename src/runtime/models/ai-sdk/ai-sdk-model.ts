import { z } from "zod";
import { isJsonObject } from "../../../events/json.js";
import { defineProvider } from "../../../projections/providers/define-provider.js";
import type { ModelClient } from "../model-client.js";
import { type AdapterOptions, callDelta, type Delta, sdkModel, textDelta } from "../sdk-model.js";
import type { AiLanguageModel, AiSdkBody } from "./language-model.js";
import { toAiSdkBody } from "./request.js";
import { type AiSdkAnswer, foldAiSdkPart, readAiSdkAnswer } from "./stream.js";

export interface AiSdkModelOptions extends Omit<AdapterOptions, "model"> {
  /** Of any provider of the AI SDK: `openai("gpt-5.5")`, `mistral("…")`, … */
  readonly model: AiLanguageModel;
}

/**
 * A language model of the AI SDK (version 7: `LanguageModelV4`). What a provider's parts carry for
 * their way back, signatures above all, is recorded with the items and goes back to it alone.
 */
export function aiSdkModel({ model, ...options }: AiSdkModelOptions): ModelClient<AiSdkBody> {
  const { provider } = model;
  return sdkModel(
    {
      provider,
      format: defineProvider({
        name: "ai-sdk",
        maxIdLength: 40, // the narrowest of the APIs after the SDK
        write: (context, units) => toAiSdkBody(context, units, provider),
        schema: z.custom<AiSdkAnswer>(),
        read: (answer, settings) => readAiSdkAnswer(answer, settings, provider),
        begun: { id: null, model: null, blocks: [], finish: null, unread: [] },
        fold: foldAiSdkPart,
      }),
      open: async ({ body }, abortSignal) =>
        (await model.doStream({ ...body, abortSignal })).stream,
      deltasOf,
      errorIn: (part) =>
        isJsonObject(part) && part.type === "error" ? (part.error ?? part) : null,
    },
    { ...options, model: model.modelId },
  );
}

function deltasOf(part: unknown): readonly Delta[] {
  if (!isJsonObject(part)) return [];
  const { type, id, delta, toolName } = part;
  switch (type) {
    case "text-delta":
    case "reasoning-delta":
      return textDelta(type, delta);
    case "tool-input-start":
      return part["providerExecuted"] === true ? [] : callDelta(id, toolName, null);
    case "tool-input-delta":
      return callDelta(id, null, delta);
    default:
      return [];
  }
}
