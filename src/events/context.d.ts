import { z } from "zod";
/** How long a piece of context lives (docs/semantics.md §14.2). */
export declare const Lifetime: z.ZodEnum<{
    checkpoint: "checkpoint";
    client: "client";
    prompt: "prompt";
    session: "session";
    turn: "turn";
}>;
export type Lifetime = z.infer<typeof Lifetime>;
/** A piece of context inside an item of the same event. */
export declare const InjectedFragment: z.ZodObject<{
    kind: z.ZodString;
    lifetime: z.ZodEnum<{
        checkpoint: "checkpoint";
        client: "client";
        prompt: "prompt";
        session: "session";
        turn: "turn";
    }>;
    fact: z.ZodNullable<z.ZodString>;
    tokens: z.ZodInt;
    item: z.ZodInt;
}, z.core.$loose>;
export type InjectedFragment = z.infer<typeof InjectedFragment>;
/**
 * The model was told the running turn's facts: all (`full`), or those that changed (`diff`); the
 * running turn's envelope becomes the baseline, also when no item was needed. `observed`: a foreign
 * session settled which of its recorded contexts count; then `envelope` is the new baseline (null:
 * none from here on; absent: unchanged) and `previousTurn` the settings (null: none; absent:
 * unchanged).
 */
export declare const ContextInjected: z.ZodObject<{
    type: z.ZodLiteral<"context.injected">;
    data: z.ZodObject<{
        mode: z.ZodEnum<{
            diff: "diff";
            full: "full";
            observed: "observed";
        }>;
        items: z.ZodArray<z.ZodObject<{
            item: z.ZodDiscriminatedUnion<[z.ZodObject<{
                type: z.ZodLiteral<"message">;
                role: z.ZodString;
                content: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    type: z.ZodLiteral<"input_text">;
                    text: z.ZodString;
                }, z.core.$loose>, z.ZodObject<{
                    type: z.ZodLiteral<"input_image">;
                    image_url: z.ZodString;
                    detail: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                    blob: z.ZodOptional<z.ZodObject<{
                        hash: z.ZodString;
                        urlPrefix: z.ZodString;
                        payloadBytes: z.ZodInt;
                        decoded: z.ZodBoolean;
                        mediaType: z.ZodNullable<z.ZodString>;
                        width: z.ZodNullable<z.ZodInt>;
                        height: z.ZodNullable<z.ZodInt>;
                    }, z.core.$loose>>;
                }, z.core.$loose>, z.ZodObject<{
                    type: z.ZodLiteral<"output_text">;
                    text: z.ZodString;
                }, z.core.$loose>], "type">>;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                end_turn: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
                phase: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"reasoning">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                summary: z.ZodArray<z.ZodObject<{
                    type: z.ZodLiteral<"summary_text">;
                    text: z.ZodString;
                }, z.core.$loose>>;
                content: z.ZodOptional<z.ZodNullable<z.ZodArray<z.ZodObject<{
                    type: z.ZodEnum<{
                        reasoning_text: "reasoning_text";
                        text: "text";
                    }>;
                    text: z.ZodString;
                }, z.core.$loose>>>>;
                encrypted_content: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"local_shell_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                call_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodString;
                action: z.ZodObject<{
                    type: z.ZodLiteral<"exec">;
                    command: z.ZodArray<z.ZodString>;
                    timeout_ms: z.ZodOptional<z.ZodNullable<z.ZodNumber>>;
                    working_directory: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                    env: z.ZodOptional<z.ZodNullable<z.ZodRecord<z.ZodString, z.ZodString>>>;
                    user: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                }, z.core.$loose>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"function_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                name: z.ZodString;
                namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                arguments: z.ZodString;
                call_id: z.ZodString;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"function_call_output">;
                call_id: z.ZodString;
                output: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    type: z.ZodLiteral<"input_text">;
                    text: z.ZodString;
                }, z.core.$loose>, z.ZodObject<{
                    type: z.ZodLiteral<"input_image">;
                    image_url: z.ZodString;
                    detail: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                    blob: z.ZodOptional<z.ZodObject<{
                        hash: z.ZodString;
                        urlPrefix: z.ZodString;
                        payloadBytes: z.ZodInt;
                        decoded: z.ZodBoolean;
                        mediaType: z.ZodNullable<z.ZodString>;
                        width: z.ZodNullable<z.ZodInt>;
                        height: z.ZodNullable<z.ZodInt>;
                    }, z.core.$loose>>;
                }, z.core.$loose>], "type">>]>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"custom_tool_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                call_id: z.ZodString;
                name: z.ZodString;
                namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                input: z.ZodString;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"custom_tool_call_output">;
                call_id: z.ZodString;
                name: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                output: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    type: z.ZodLiteral<"input_text">;
                    text: z.ZodString;
                }, z.core.$loose>, z.ZodObject<{
                    type: z.ZodLiteral<"input_image">;
                    image_url: z.ZodString;
                    detail: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                    blob: z.ZodOptional<z.ZodObject<{
                        hash: z.ZodString;
                        urlPrefix: z.ZodString;
                        payloadBytes: z.ZodInt;
                        decoded: z.ZodBoolean;
                        mediaType: z.ZodNullable<z.ZodString>;
                        width: z.ZodNullable<z.ZodInt>;
                        height: z.ZodNullable<z.ZodInt>;
                    }, z.core.$loose>>;
                }, z.core.$loose>], "type">>]>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"tool_search_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                call_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                execution: z.ZodString;
                arguments: z.ZodUnknown;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"tool_search_output">;
                call_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodString;
                execution: z.ZodString;
                tools: z.ZodArray<z.ZodUnknown>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"web_search_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                action: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    type: z.ZodString;
                }, z.core.$loose>>>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"image_generation_call">;
                id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                status: z.ZodString;
                revised_prompt: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                result: z.ZodString;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"ghost_snapshot">;
                ghost_commit: z.ZodObject<{}, z.core.$loose>;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodEnum<{
                    compaction: "compaction";
                    compaction_summary: "compaction_summary";
                }>;
                encrypted_content: z.ZodString;
            }, z.core.$loose>, z.ZodObject<{
                type: z.ZodLiteral<"other">;
                original: z.ZodObject<{
                    type: z.ZodString;
                }, z.core.$loose>;
            }, z.core.$loose>], "type">;
            origin: z.ZodEnum<{
                agent: "agent";
                model: "model";
                runtime: "runtime";
                tool: "tool";
                user: "user";
            }>;
            failed: z.ZodOptional<z.ZodBoolean>;
            countedBytes: z.ZodInt;
            bounded: z.ZodOptional<z.ZodObject<{
                policy: z.ZodObject<{
                    mode: z.ZodEnum<{
                        bytes: "bytes";
                        tokens: "tokens";
                    }>;
                    limit: z.ZodInt;
                }, z.core.$loose>;
                originalBytes: z.ZodInt;
                removedTokens: z.ZodInt;
                original: z.ZodString;
            }, z.core.$loose>>;
        }, z.core.$loose>>;
        fragments: z.ZodArray<z.ZodObject<{
            kind: z.ZodString;
            lifetime: z.ZodEnum<{
                checkpoint: "checkpoint";
                client: "client";
                prompt: "prompt";
                session: "session";
                turn: "turn";
            }>;
            fact: z.ZodNullable<z.ZodString>;
            tokens: z.ZodInt;
            item: z.ZodInt;
        }, z.core.$loose>>;
        envelope: z.ZodOptional<z.ZodNullable<z.ZodObject<{
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
        }, z.core.$loose>>>;
        foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        previousTurn: z.ZodOptional<z.ZodNullable<z.ZodObject<{
            model: z.ZodNullable<z.ZodString>;
            realtimeActive: z.ZodNullable<z.ZodBoolean>;
        }, z.core.$loose>>>;
        contextAt: z.ZodOptional<z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type ContextInjected = z.infer<typeof ContextInjected>;
/** A piece of context that stood in one request only. */
export declare const PromptFragment: z.ZodObject<{
    kind: z.ZodString;
    lifetime: z.ZodEnum<{
        checkpoint: "checkpoint";
        client: "client";
        prompt: "prompt";
        session: "session";
        turn: "turn";
    }>;
    role: z.ZodEnum<{
        developer: "developer";
        user: "user";
    }>;
    text: z.ZodString;
}, z.core.$loose>;
export type PromptFragment = z.infer<typeof PromptFragment>;
/**
 * A prompt went to a model. Never in the ledger: the evidence for why a prompt looked as it did. With
 * the state at `upTo` and `fragments` the body can be rebuilt, and has the hash `body`.
 */
export declare const RequestSent: z.ZodObject<{
    type: z.ZodLiteral<"request.sent">;
    data: z.ZodObject<{
        upTo: z.ZodInt;
        target: z.ZodRecord<z.ZodString, z.ZodUnknown>;
        fragments: z.ZodArray<z.ZodObject<{
            kind: z.ZodString;
            lifetime: z.ZodEnum<{
                checkpoint: "checkpoint";
                client: "client";
                prompt: "prompt";
                session: "session";
                turn: "turn";
            }>;
            role: z.ZodEnum<{
                developer: "developer";
                user: "user";
            }>;
            text: z.ZodString;
        }, z.core.$loose>>;
        body: z.ZodString;
        estimatedTokens: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
export type RequestSent = z.infer<typeof RequestSent>;
