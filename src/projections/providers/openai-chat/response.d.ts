import { z } from "zod";
import { type ProviderResponse, type ResponseOptions } from "../provider.js";
declare const UsageBody: z.ZodObject<{
    prompt_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    completion_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    total_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    prompt_tokens_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        cached_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        cache_write_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    }, z.core.$loose>>>;
    completion_tokens_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        reasoning_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    }, z.core.$loose>>>;
}, z.core.$loose>;
type UsageBody = z.infer<typeof UsageBody>;
declare const ToolCallBody: z.ZodObject<{
    id: z.ZodString;
    type: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    function: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        name: z.ZodString;
        arguments: z.ZodString;
    }, z.core.$loose>>>;
    custom: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        name: z.ZodString;
        input: z.ZodString;
    }, z.core.$loose>>>;
}, z.core.$loose>;
type ToolCallBody = z.infer<typeof ToolCallBody>;
/** A completion of `POST /v1/chat/completions`: its first choice. */
export declare function fromChatResponse(body: unknown, options?: ResponseOptions): ProviderResponse;
type Calls = readonly (ToolCallBody | undefined)[];
/** A completion under way. Immutable: each chunk makes the next state. */
export interface ChatStream {
    readonly options: ResponseOptions;
    readonly id: string | null;
    readonly model: string | null;
    readonly content: string;
    readonly refusal: string;
    readonly reasoning: string;
    /** By index; the holes of calls that have not begun are left out of the result. */
    readonly calls: Calls;
    readonly finishReason: string | null;
    readonly usage: UsageBody | null;
}
export declare function initialChatStream(options?: ResponseOptions): ChatStream;
export declare function foldChatStream(state: ChatStream, chunk: unknown): ChatStream;
export declare function chatStreamResult(state: ChatStream): ProviderResponse;
export {};
