import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import type { ModelClient } from "../models/model-client.js";
import type { Summarize } from "./summary-turn.js";
/**
 * A summary without a model: what an earlier summary said, what users asked for, which tools were
 * called with what and how often they failed, and what the model said last; each in short, taken
 * word for word. Deterministic, at most about 1,500 tokens.
 */
export declare const extractiveSummary: Summarize;
/**
 * Summarises with a model: the history as the model knows it, then the compaction prompt. Its tools
 * stay declared (so that a cached prefix still serves) but may not be called.
 */
export declare function modelSummary<Body>(client: ModelClient<Body>): Summarize;
/** What is used of the official client (`openai`). */
interface OpenAICompactionClient {
    readonly responses: {
        compact(body: {
            model: string;
            input: ResponsesBody["input"];
            instructions?: string;
        }, options: {
            readonly signal?: AbortSignal;
            readonly maxRetries: number;
        }): PromiseLike<unknown>;
    };
}
/**
 * Lets OpenAI compact the history (`POST /v1/responses/compact`): a sealed item takes the summary's
 * place. Only OpenAI's Responses API can read it; other providers get the kept user messages alone.
 * @param about the official client, and the model that goes on
 */
export declare function openaiCompaction(about: {
    readonly client: OpenAICompactionClient;
    readonly model: string;
}): Summarize;
export {};
