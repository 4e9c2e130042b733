import { z } from "zod";
import { type ProviderResponse, type ResponseOptions } from "../provider.js";
declare const UsageBody: z.ZodObject<{
    input_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    cache_creation_input_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    cache_read_input_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    output_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    output_tokens_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        thinking_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    }, z.core.$loose>>>;
}, z.core.$loose>;
type UsageBody = z.infer<typeof UsageBody>;
/** A message of `POST /v1/messages`. Consecutive text blocks are the parts of one item. */
export declare function fromAnthropicResponse(body: unknown, options?: ResponseOptions): ProviderResponse;
declare const Block: z.ZodObject<{
    type: z.ZodString;
}, z.core.$loose>;
type Block = z.infer<typeof Block>;
/** A message under way. Immutable: each chunk makes the next state. */
export interface AnthropicStream {
    readonly options: ResponseOptions;
    readonly id: string | null;
    readonly model: string | null;
    readonly blocks: readonly Block[];
    readonly usage: UsageBody | null;
    readonly stopReason: string | null;
    /** Types of deltas that nothing here can hold. */
    readonly unread: readonly string[];
}
export declare function initialAnthropicStream(options?: ResponseOptions): AnthropicStream;
export declare function foldAnthropicStream(state: AnthropicStream, chunk: unknown): AnthropicStream;
export declare function anthropicStreamResult(state: AnthropicStream): ProviderResponse;
export {};
