import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions } from "./sdk-model.js";
/** A body as it is streamed: the usage comes only when it is asked for. */
export type StreamedChatBody = ChatBody & {
    readonly stream: true;
    readonly stream_options: {
        readonly include_usage: true;
    };
};
/** What is used of the official client (`openai`). */
export interface OpenAIChatClient {
    readonly chat: {
        readonly completions: {
            create(body: StreamedChatBody, options: {
                readonly signal: AbortSignal;
                readonly maxRetries: number;
            }): PromiseLike<AsyncIterable<unknown>>;
        };
    };
}
export interface OpenAIChatModelOptions extends AdapterOptions {
    readonly client: OpenAIChatClient;
    /** For servers that speak like OpenAI's: whose they are. Default: `openai`. */
    readonly provider?: string;
}
/** A model by Chat Completions: OpenAI's, or of a server that speaks like it. */
export declare function openaiChatModel(options: OpenAIChatModelOptions): ModelClient<ChatBody>;
