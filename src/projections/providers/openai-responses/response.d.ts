import { z } from "zod";
import { type ProviderResponse, type ResponseOptions } from "../provider.js";
export declare const OutputItem: z.ZodObject<{
    type: z.ZodString;
}, z.core.$loose>;
export type OutputItem = z.infer<typeof OutputItem>;
export declare const ResponseBody: z.ZodObject<{
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    model: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    output: z.ZodArray<z.ZodObject<{
        type: z.ZodString;
    }, z.core.$loose>>;
    incomplete_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>>>;
    usage: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        input_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        output_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        total_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        input_tokens_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            cached_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            cache_write_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        }, z.core.$loose>>>;
        output_tokens_details: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            reasoning_tokens: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        }, z.core.$loose>>>;
    }, z.core.$loose>>>;
}, z.core.$loose>;
export type ResponseBody = z.infer<typeof ResponseBody>;
/** A response of `POST /v1/responses`. Its items are the canonical vocabulary already. */
export declare function fromResponsesResponse(body: unknown, options?: ResponseOptions): ProviderResponse;
