import type { ModelClient } from "../model-client.js";
import { type AdapterOptions } from "../sdk-model.js";
import type { AiLanguageModel, AiSdkBody } from "./language-model.js";
export interface AiSdkModelOptions extends Omit<AdapterOptions, "model"> {
    /** Of any provider of the AI SDK: `openai("gpt-5.5")`, `mistral("…")`, … */
    readonly model: AiLanguageModel;
}
/**
 * A language model of the AI SDK (version 7: `LanguageModelV4`). What a provider's parts carry for
 * their way back, signatures above all, is recorded with the items and goes back to it alone.
 */
export declare function aiSdkModel({ model, ...options }: AiSdkModelOptions): ModelClient<AiSdkBody>;
