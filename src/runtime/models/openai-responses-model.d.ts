import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions } from "./sdk-model.js";
/** What is used of the official client (`openai`). */
export interface OpenAIResponsesClient {
    readonly responses: {
        create(body: ResponsesBody & {
            readonly stream: true;
        }, options: {
            readonly signal: AbortSignal;
            readonly maxRetries: number;
        }): PromiseLike<AsyncIterable<unknown>>;
    };
}
export interface OpenAIResponsesModelOptions extends AdapterOptions {
    readonly client: OpenAIResponsesClient;
}
/** A model of OpenAI, by the Responses API. */
export declare function openaiResponsesModel(options: OpenAIResponsesModelOptions): ModelClient<ResponsesBody>;
