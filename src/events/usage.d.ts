import { z } from "zod";
/** A provider said what one sampling request cost. Every count is in tokens, as reported. */
export declare const UsageReported: z.ZodObject<{
    type: z.ZodLiteral<"usage.reported">;
    data: z.ZodObject<{
        usage: z.ZodObject<{
            input: z.ZodInt;
            cachedInput: z.ZodInt;
            cacheWrite: z.ZodInt;
            output: z.ZodInt;
            reasoning: z.ZodInt;
            total: z.ZodInt;
        }, z.core.$loose>;
        contextWindow: z.ZodNullable<z.ZodInt>;
        request: z.ZodNullable<z.ZodInt>;
        totals: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            input: z.ZodInt;
            cachedInput: z.ZodInt;
            cacheWrite: z.ZodInt;
            output: z.ZodInt;
            reasoning: z.ZodInt;
            total: z.ZodInt;
        }, z.core.$loose>>>;
        revised: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            input: z.ZodInt;
            cachedInput: z.ZodInt;
            cacheWrite: z.ZodInt;
            output: z.ZodInt;
            reasoning: z.ZodInt;
            total: z.ZodInt;
        }, z.core.$loose>>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type UsageReported = z.infer<typeof UsageReported>;
