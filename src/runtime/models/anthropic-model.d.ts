import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions } from "./sdk-model.js";
/** What is used of the official client (`@anthropic-ai/sdk`). */
export interface AnthropicClient {
    readonly messages: {
        create(body: AnthropicBody & {
            readonly stream: true;
        }, options: {
            readonly signal: AbortSignal;
            readonly maxRetries: number;
        }): PromiseLike<AsyncIterable<unknown>>;
    };
}
export interface AnthropicModelOptions extends AdapterOptions {
    readonly client: AnthropicClient;
}
/** A Claude model, by Anthropic's Messages API. */
export declare function anthropicModel(options: AnthropicModelOptions): ModelClient<AnthropicBody>;
