import { z } from "zod";
/**
 * A checkpoint: a complete new base for the ledger. With `rest` a reader that comes from the end
 * needs nothing older.
 */
export declare const HistoryCompacted: z.ZodObject<{
    type: z.ZodLiteral<"history.compacted">;
    data: z.ZodObject<{
        trigger: z.ZodEnum<{
            foreign: "foreign";
            manual: "manual";
            "mid-turn": "mid-turn";
            "model-downshift": "model-downshift";
            "pre-turn": "pre-turn";
        }>;
        reason: z.ZodNullable<z.ZodString>;
        summary: z.ZodNullable<z.ZodString>;
        replacement: z.ZodNullable<z.ZodArray<z.ZodObject<{
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
            source: z.ZodOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            summary: z.ZodOptional<z.ZodBoolean>;
        }, z.core.$loose>>>;
        placement: z.ZodEnum<{
            "before-last-user": "before-last-user";
            none: "none";
        }>;
        fragments: z.ZodOptional<z.ZodArray<z.ZodObject<{
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
        }, z.core.$loose>>>;
        replaced: z.ZodNullable<z.ZodObject<{
            from: z.ZodInt;
            to: z.ZodInt;
        }, z.core.$loose>>;
        tokensBefore: z.ZodNullable<z.ZodInt>;
        tokensAfter: z.ZodNullable<z.ZodInt>;
        trimmed: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        windowNumber: z.ZodInt;
        historyVersion: z.ZodInt;
        rest: z.ZodOptional<z.ZodObject<{
            baseline: z.ZodNullable<z.ZodObject<{
                mode: z.ZodEnum<{
                    observed: "observed";
                    told: "told";
                }>;
                turn: z.ZodNullable<z.ZodString>;
                foreignId: z.ZodNullable<z.ZodString>;
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
                toldBy: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            }, z.core.$loose>>;
            usage: z.ZodObject<{
                last: z.ZodNullable<z.ZodObject<{
                    input: z.ZodInt;
                    cachedInput: z.ZodInt;
                    cacheWrite: z.ZodInt;
                    output: z.ZodInt;
                    reasoning: z.ZodInt;
                    total: z.ZodInt;
                }, z.core.$loose>>;
                total: z.ZodObject<{
                    input: z.ZodInt;
                    cachedInput: z.ZodInt;
                    cacheWrite: z.ZodInt;
                    output: z.ZodInt;
                    reasoning: z.ZodInt;
                    total: z.ZodInt;
                }, z.core.$loose>;
                contextWindow: z.ZodNullable<z.ZodInt>;
                lastAt: z.ZodNullable<z.ZodInt>;
                lastIsEstimate: z.ZodBoolean;
            }, z.core.$loose>;
            turns: z.ZodObject<{
                running: z.ZodNullable<z.ZodObject<{
                    turn: z.ZodString;
                    foreignId: z.ZodNullable<z.ZodString>;
                    startedAt: z.ZodInt;
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
                    hasBoundary: z.ZodBoolean;
                }, z.core.$loose>>;
                userTurns: z.ZodInt;
                completed: z.ZodInt;
                aborted: z.ZodInt;
                previous: z.ZodNullable<z.ZodObject<{
                    model: z.ZodNullable<z.ZodString>;
                    realtimeActive: z.ZodNullable<z.ZodBoolean>;
                }, z.core.$loose>>;
                newestCounted: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$loose>;
            thread: z.ZodObject<{
                title: z.ZodNullable<z.ZodString>;
                configuration: z.ZodObject<{
                    budget: z.ZodOptional<z.ZodUnknown>;
                    strategy: z.ZodOptional<z.ZodUnknown>;
                    limits: z.ZodOptional<z.ZodUnknown>;
                    conversation: z.ZodOptional<z.ZodUnknown>;
                }, z.core.$loose>;
                memoryMode: z.ZodNullable<z.ZodString>;
                instructions: z.ZodNullable<z.ZodObject<{
                    offset: z.ZodInt;
                    hash: z.ZodString;
                }, z.core.$loose>>;
                tools: z.ZodNullable<z.ZodObject<{
                    offset: z.ZodInt;
                    hash: z.ZodString;
                }, z.core.$loose>>;
                forkedAt: z.ZodNullable<z.ZodInt>;
            }, z.core.$loose>;
            previousCheckpoint: z.ZodNullable<z.ZodInt>;
            extra: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        }, z.core.$loose>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type HistoryCompacted = z.infer<typeof HistoryCompacted>;
/** Items went from the ledger. Refs that are not there any more are passed over. */
export declare const HistoryTrimmed: z.ZodObject<{
    type: z.ZodLiteral<"history.trimmed">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        strategy: z.ZodString;
        reason: z.ZodString;
        clearsBaseline: z.ZodBoolean;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
/** The conversation starts afresh; instructions, tools and configuration stay. */
export declare const HistoryCleared: z.ZodObject<{
    type: z.ZodLiteral<"history.cleared">;
    data: z.ZodObject<{
        reason: z.ZodNullable<z.ZodString>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
/** The state is again what it was at `to`, the last offset that counts. */
export declare const HistoryRolledBack: z.ZodObject<{
    type: z.ZodLiteral<"history.rolled-back">;
    data: z.ZodObject<{
        to: z.ZodInt;
        turns: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
/** Tool outputs gave way to a placeholder; their calls stay paired. */
export declare const OutputsCleared: z.ZodObject<{
    type: z.ZodLiteral<"outputs.cleared">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
/** Images inside tool outputs gave way to a text (docs/semantics.md §9.4). */
export declare const ImagesReplaced: z.ZodObject<{
    type: z.ZodLiteral<"images.replaced">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
export type HistoryTrimmed = z.infer<typeof HistoryTrimmed>;
export type HistoryCleared = z.infer<typeof HistoryCleared>;
export type HistoryRolledBack = z.infer<typeof HistoryRolledBack>;
export type OutputsCleared = z.infer<typeof OutputsCleared>;
export type ImagesReplaced = z.infer<typeof ImagesReplaced>;
