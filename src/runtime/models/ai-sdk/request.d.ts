import type { Prompt } from "../../../projections/prompt/prompt.js";
import type { ProviderRequest, RequestOptions } from "../../../projections/providers/provider.js";
import { type AiSdkBody } from "./language-model.js";
/** The options of a `doStream` call for the language models of one provider. */
export declare function toAiSdkRequest(prompt: Prompt, options: RequestOptions, provider: string): ProviderRequest<AiSdkBody>;
