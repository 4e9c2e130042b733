import { z } from "zod";
import type { ProviderResponse, ResponseOptions } from "../../../projections/providers/provider.js";
declare const Call: z.ZodObject<{
    toolCallId: z.ZodString;
    toolName: z.ZodString;
    input: z.ZodString;
    providerExecuted: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
    providerMetadata: z.ZodOptional<z.ZodUnknown>;
}, z.core.$loose>;
declare const Finish: z.ZodObject<{
    finishReason: z.ZodObject<{
        unified: z.ZodString;
        raw: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
    usage: z.ZodObject<{
        inputTokens: z.ZodObject<{
            total: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            noCache: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            cacheRead: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            cacheWrite: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        }, z.core.$loose>;
        outputTokens: z.ZodObject<{
            total: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
            reasoning: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
        }, z.core.$loose>;
    }, z.core.$loose>;
}, z.core.$loose>;
interface TextBlock {
    readonly kind: "text" | "reasoning";
    readonly id: string;
    readonly text: string;
    readonly metadata: unknown;
}
type Block = TextBlock | {
    readonly kind: "call";
    readonly call: z.infer<typeof Call>;
};
/** An answer under way. Immutable: each part makes the next state. */
export interface AiSdkStream {
    readonly options: ResponseOptions;
    readonly id: string | null;
    readonly model: string | null;
    readonly blocks: readonly Block[];
    readonly finish: z.infer<typeof Finish> | null;
    /** Types of parts that no item can hold. */
    readonly unread: readonly string[];
}
export declare function initialAiSdkStream(options?: ResponseOptions): AiSdkStream;
/** @throws {InvalidResponse} a part does not have the form that the SDK's interface says */
export declare function foldAiSdkStream(state: AiSdkStream, part: unknown): AiSdkStream;
/** @param provider as the language model names it: recorded with what must go back to it */
export declare function aiSdkStreamResult(state: AiSdkStream, provider: string): ProviderResponse;
export {};
