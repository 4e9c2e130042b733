import { z } from "zod";
import { type ProviderResponse, type ResponseOptions } from "../provider.js";
declare const PartBody: z.ZodObject<{
    text: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    thought: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
    thoughtSignature: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    functionCall: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        name: z.ZodString;
        args: z.ZodOptional<z.ZodNullable<z.ZodRecord<z.ZodString, z.ZodUnknown>>>;
    }, z.core.$loose>>>;
}, z.core.$loose>;
type PartBody = z.infer<typeof PartBody>;
declare const UsageBody: z.ZodObject<{
    promptTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    cachedContentTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    candidatesTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    thoughtsTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    toolUsePromptTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
    totalTokenCount: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
}, z.core.$loose>;
type UsageBody = z.infer<typeof UsageBody>;
/** A response of `generateContent`: its first candidate. */
export declare function fromGoogleResponse(body: unknown, options?: ResponseOptions): ProviderResponse;
/** A response under way. Immutable: each chunk makes the next state. */
export interface GoogleStream {
    readonly options: ResponseOptions;
    readonly responseId: string | null;
    readonly modelVersion: string | null;
    readonly parts: readonly PartBody[];
    readonly finishReason: string | null;
    readonly blockReason: string | null;
    readonly usage: UsageBody | null;
}
export declare function initialGoogleStream(options?: ResponseOptions): GoogleStream;
/** Every chunk is a whole response with the parts that are new. */
export declare function foldGoogleStream(state: GoogleStream, chunk: unknown): GoogleStream;
export declare function googleStreamResult(state: GoogleStream): ProviderResponse;
export {};
