import { z } from "zod";
/** A turn began, under this envelope. The event's `turn` is the turn's id. */
export declare const TurnStarted: z.ZodObject<{
    type: z.ZodLiteral<"turn.started">;
    data: z.ZodObject<{
        envelope: z.ZodObject<{
            model: z.ZodOptional<z.ZodString>;
            provider: z.ZodOptional<z.ZodString>;
            cwd: z.ZodOptional<z.ZodString>;
            approvalPolicy: z.ZodOptional<z.ZodUnknown>;
            sandboxPolicy: z.ZodOptional<z.ZodUnknown>;
            network: z.ZodOptional<z.ZodUnknown>;
            personality: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            collaborationMode: z.ZodOptional<z.ZodUnknown>;
            effort: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            realtimeActive: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
            outputSchema: z.ZodOptional<z.ZodUnknown>;
            modalities: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                image: "image";
                text: "text";
            }>>>;
            contextWindow: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            truncationPolicy: z.ZodOptional<z.ZodObject<{
                mode: z.ZodEnum<{
                    bytes: "bytes";
                    tokens: "tokens";
                }>;
                limit: z.ZodInt;
            }, z.core.$loose>>;
            memoryMode: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            date: z.ZodOptional<z.ZodString>;
            timezone: z.ZodOptional<z.ZodString>;
            toolsHash: z.ZodOptional<z.ZodString>;
            instructionsHash: z.ZodOptional<z.ZodString>;
        }, z.core.$loose>;
        foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type TurnStarted = z.infer<typeof TurnStarted>;
/** The running turn ended as it should. */
export declare const TurnCompleted: z.ZodObject<{
    type: z.ZodLiteral<"turn.completed">;
    data: z.ZodObject<{
        reason: z.ZodNullable<z.ZodString>;
        durationMs: z.ZodNullable<z.ZodNumber>;
        totals: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            turns: z.ZodInt;
            items: z.ZodInt;
            usage: z.ZodObject<{
                input: z.ZodInt;
                cachedInput: z.ZodInt;
                cacheWrite: z.ZodInt;
                output: z.ZodInt;
                reasoning: z.ZodInt;
                total: z.ZodInt;
            }, z.core.$loose>;
            messages: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>>>;
        foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>;
/** The running turn was cut short; `reason` says by what. */
export declare const TurnAborted: z.ZodObject<{
    type: z.ZodLiteral<"turn.aborted">;
    data: z.ZodObject<{
        reason: z.ZodNullable<z.ZodString>;
        durationMs: z.ZodNullable<z.ZodNumber>;
        totals: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            turns: z.ZodInt;
            items: z.ZodInt;
            usage: z.ZodObject<{
                input: z.ZodInt;
                cachedInput: z.ZodInt;
                cacheWrite: z.ZodInt;
                output: z.ZodInt;
                reasoning: z.ZodInt;
                total: z.ZodInt;
            }, z.core.$loose>;
            messages: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>>>;
        foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type TurnCompleted = z.infer<typeof TurnCompleted>;
export type TurnAborted = z.infer<typeof TurnAborted>;
