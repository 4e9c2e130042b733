import { z } from "zod";
/** What can happen: a type's name and its data. The only place that lists all of them. */
export declare const Fact: z.ZodDiscriminatedUnion<[z.ZodObject<{
    type: z.ZodLiteral<"thread.started">;
    data: z.ZodObject<{
        threadId: z.ZodString;
        cwd: z.ZodNullable<z.ZodString>;
        source: z.ZodObject<{
            dialect: z.ZodString;
            version: z.ZodNullable<z.ZodString>;
            foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            parent: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                threadId: z.ZodString;
            }, z.core.$loose>>>;
        }, z.core.$loose>;
        memoryMode: z.ZodNullable<z.ZodString>;
        title: z.ZodNullable<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.forked">;
    data: z.ZodObject<{
        threadId: z.ZodString;
        from: z.ZodObject<{
            threadId: z.ZodString;
            offset: z.ZodInt;
            id: z.ZodString;
            sum: z.ZodString;
        }, z.core.$loose>;
        title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.renamed">;
    data: z.ZodObject<{
        title: z.ZodNullable<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.configured">;
    data: z.ZodObject<{
        budget: z.ZodOptional<z.ZodUnknown>;
        strategy: z.ZodOptional<z.ZodUnknown>;
        limits: z.ZodOptional<z.ZodUnknown>;
        conversation: z.ZodOptional<z.ZodUnknown>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"instructions.set">;
    data: z.ZodObject<{
        text: z.ZodString;
        hash: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"tools.declared">;
    data: z.ZodObject<{
        tools: z.ZodArray<z.ZodObject<{
            kind: z.ZodEnum<{
                custom: "custom";
                foreign: "foreign";
                function: "function";
            }>;
            name: z.ZodString;
            description: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            parameters: z.ZodOptional<z.ZodUnknown>;
            strict: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
            format: z.ZodOptional<z.ZodUnknown>;
        }, z.core.$loose>>;
        hash: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"item.recorded">;
    data: z.ZodObject<{
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
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.trimmed">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        strategy: z.ZodString;
        reason: z.ZodString;
        clearsBaseline: z.ZodBoolean;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.cleared">;
    data: z.ZodObject<{
        reason: z.ZodNullable<z.ZodString>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.rolled-back">;
    data: z.ZodObject<{
        to: z.ZodInt;
        turns: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"outputs.cleared">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"images.replaced">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"snapshot.taken">;
    data: z.ZodObject<{
        commit: z.ZodString;
        parent: z.ZodNullable<z.ZodString>;
        untracked: z.ZodArray<z.ZodString>;
        skipped: z.ZodArray<z.ZodString>;
        submodules: z.ZodOptional<z.ZodArray<z.ZodString>>;
        cwd: z.ZodOptional<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"snapshot.restored">;
    data: z.ZodObject<{
        snapshot: z.ZodInt;
        commit: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"notice.logged">;
    data: z.ZodObject<{
        level: z.ZodEnum<{
            error: "error";
            info: "info";
            warning: "warning";
        }>;
        kind: z.ZodString;
        message: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"foreign.kept">;
    data: z.ZodObject<{
        kind: z.ZodString;
        reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>], "type">;
export type Fact = z.infer<typeof Fact>;
export type FactType = Fact["type"];
export type FactOf<Type extends FactType> = Extract<Fact, {
    type: Type;
}>;
/** Bytes that are no text, or too many to stand in the log. */
export declare const KeptBytes: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    base64: z.ZodString;
}, z.core.$loose>, z.ZodObject<{
    blob: z.ZodString;
    bytes: z.ZodInt;
}, z.core.$loose>]>;
export type KeptBytes = z.infer<typeof KeptBytes>;
/** The same; in several parts where they are too many to be held at once. */
export declare const KeptParts: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    base64: z.ZodString;
}, z.core.$loose>, z.ZodObject<{
    blob: z.ZodString;
    bytes: z.ZodInt;
}, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    base64: z.ZodString;
}, z.core.$loose>, z.ZodObject<{
    blob: z.ZodString;
    bytes: z.ZodInt;
}, z.core.$loose>]>>]>;
export type KeptParts = z.infer<typeof KeptParts>;
/**
 * What of a foreign line is needed, besides `data` and `derived`, to write it again byte for byte.
 * Absent: the dialect's plain form of this event. A dialect may add fields of its own.
 */
export declare const Foreign: z.ZodObject<{
    object: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    holes: z.ZodOptional<z.ZodArray<z.ZodTuple<[z.ZodArray<z.ZodString>, z.ZodArray<z.ZodString>], null>>>;
    raw: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>>]>>;
    lead: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>>]>>;
    trail: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        base64: z.ZodString;
    }, z.core.$loose>, z.ZodObject<{
        blob: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>]>>]>>;
}, z.core.$loose>;
export type Foreign = z.infer<typeof Foreign>;
/** The members that every event has besides `type` and `data`. */
export declare const EventMembers: z.ZodObject<{
    offset: z.ZodInt;
    left: z.ZodOptional<z.ZodInt>;
    id: z.ZodString;
    at: z.ZodString;
    v: z.ZodOptional<z.ZodInt>;
    turn: z.ZodOptional<z.ZodString>;
    derived: z.ZodOptional<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        type: z.ZodLiteral<"thread.started">;
        data: z.ZodObject<{
            threadId: z.ZodString;
            cwd: z.ZodNullable<z.ZodString>;
            source: z.ZodObject<{
                dialect: z.ZodString;
                version: z.ZodNullable<z.ZodString>;
                foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                parent: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    threadId: z.ZodString;
                }, z.core.$loose>>>;
            }, z.core.$loose>;
            memoryMode: z.ZodNullable<z.ZodString>;
            title: z.ZodNullable<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.forked">;
        data: z.ZodObject<{
            threadId: z.ZodString;
            from: z.ZodObject<{
                threadId: z.ZodString;
                offset: z.ZodInt;
                id: z.ZodString;
                sum: z.ZodString;
            }, z.core.$loose>;
            title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.renamed">;
        data: z.ZodObject<{
            title: z.ZodNullable<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.configured">;
        data: z.ZodObject<{
            budget: z.ZodOptional<z.ZodUnknown>;
            strategy: z.ZodOptional<z.ZodUnknown>;
            limits: z.ZodOptional<z.ZodUnknown>;
            conversation: z.ZodOptional<z.ZodUnknown>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"instructions.set">;
        data: z.ZodObject<{
            text: z.ZodString;
            hash: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"tools.declared">;
        data: z.ZodObject<{
            tools: z.ZodArray<z.ZodObject<{
                kind: z.ZodEnum<{
                    custom: "custom";
                    foreign: "foreign";
                    function: "function";
                }>;
                name: z.ZodString;
                description: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                parameters: z.ZodOptional<z.ZodUnknown>;
                strict: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
                format: z.ZodOptional<z.ZodUnknown>;
            }, z.core.$loose>>;
            hash: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"item.recorded">;
        data: z.ZodObject<{
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
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.trimmed">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            strategy: z.ZodString;
            reason: z.ZodString;
            clearsBaseline: z.ZodBoolean;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.cleared">;
        data: z.ZodObject<{
            reason: z.ZodNullable<z.ZodString>;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.rolled-back">;
        data: z.ZodObject<{
            to: z.ZodInt;
            turns: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"outputs.cleared">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            placeholder: z.ZodString;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"images.replaced">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            placeholder: z.ZodString;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"snapshot.taken">;
        data: z.ZodObject<{
            commit: z.ZodString;
            parent: z.ZodNullable<z.ZodString>;
            untracked: z.ZodArray<z.ZodString>;
            skipped: z.ZodArray<z.ZodString>;
            submodules: z.ZodOptional<z.ZodArray<z.ZodString>>;
            cwd: z.ZodOptional<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"snapshot.restored">;
        data: z.ZodObject<{
            snapshot: z.ZodInt;
            commit: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"notice.logged">;
        data: z.ZodObject<{
            level: z.ZodEnum<{
                error: "error";
                info: "info";
                warning: "warning";
            }>;
            kind: z.ZodString;
            message: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"foreign.kept">;
        data: z.ZodObject<{
            kind: z.ZodString;
            reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>;
    }, z.core.$loose>], "type">>>;
    foreign: z.ZodOptional<z.ZodObject<{
        object: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        holes: z.ZodOptional<z.ZodArray<z.ZodTuple<[z.ZodArray<z.ZodString>, z.ZodArray<z.ZodString>], null>>>;
        raw: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
        lead: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
        trail: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
    }, z.core.$loose>>;
    sum: z.ZodOptional<z.ZodString>;
}, z.core.$loose>;
export type EventMembers = z.infer<typeof EventMembers>;
/** An immutable fact in the past tense, at its place in a thread. Narrow by `type`. */
export declare const RefoldEvent: z.ZodIntersection<z.ZodObject<{
    offset: z.ZodInt;
    left: z.ZodOptional<z.ZodInt>;
    id: z.ZodString;
    at: z.ZodString;
    v: z.ZodOptional<z.ZodInt>;
    turn: z.ZodOptional<z.ZodString>;
    derived: z.ZodOptional<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        type: z.ZodLiteral<"thread.started">;
        data: z.ZodObject<{
            threadId: z.ZodString;
            cwd: z.ZodNullable<z.ZodString>;
            source: z.ZodObject<{
                dialect: z.ZodString;
                version: z.ZodNullable<z.ZodString>;
                foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                parent: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                    threadId: z.ZodString;
                }, z.core.$loose>>>;
            }, z.core.$loose>;
            memoryMode: z.ZodNullable<z.ZodString>;
            title: z.ZodNullable<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.forked">;
        data: z.ZodObject<{
            threadId: z.ZodString;
            from: z.ZodObject<{
                threadId: z.ZodString;
                offset: z.ZodInt;
                id: z.ZodString;
                sum: z.ZodString;
            }, z.core.$loose>;
            title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.renamed">;
        data: z.ZodObject<{
            title: z.ZodNullable<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"thread.configured">;
        data: z.ZodObject<{
            budget: z.ZodOptional<z.ZodUnknown>;
            strategy: z.ZodOptional<z.ZodUnknown>;
            limits: z.ZodOptional<z.ZodUnknown>;
            conversation: z.ZodOptional<z.ZodUnknown>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"instructions.set">;
        data: z.ZodObject<{
            text: z.ZodString;
            hash: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"tools.declared">;
        data: z.ZodObject<{
            tools: z.ZodArray<z.ZodObject<{
                kind: z.ZodEnum<{
                    custom: "custom";
                    foreign: "foreign";
                    function: "function";
                }>;
                name: z.ZodString;
                description: z.ZodOptional<z.ZodNullable<z.ZodString>>;
                parameters: z.ZodOptional<z.ZodUnknown>;
                strict: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
                format: z.ZodOptional<z.ZodUnknown>;
            }, z.core.$loose>>;
            hash: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"item.recorded">;
        data: z.ZodObject<{
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
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
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
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.trimmed">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            strategy: z.ZodString;
            reason: z.ZodString;
            clearsBaseline: z.ZodBoolean;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.cleared">;
        data: z.ZodObject<{
            reason: z.ZodNullable<z.ZodString>;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"history.rolled-back">;
        data: z.ZodObject<{
            to: z.ZodInt;
            turns: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"outputs.cleared">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            placeholder: z.ZodString;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"images.replaced">;
        data: z.ZodObject<{
            refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            placeholder: z.ZodString;
            historyVersion: z.ZodInt;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"snapshot.taken">;
        data: z.ZodObject<{
            commit: z.ZodString;
            parent: z.ZodNullable<z.ZodString>;
            untracked: z.ZodArray<z.ZodString>;
            skipped: z.ZodArray<z.ZodString>;
            submodules: z.ZodOptional<z.ZodArray<z.ZodString>>;
            cwd: z.ZodOptional<z.ZodString>;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"snapshot.restored">;
        data: z.ZodObject<{
            snapshot: z.ZodInt;
            commit: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"notice.logged">;
        data: z.ZodObject<{
            level: z.ZodEnum<{
                error: "error";
                info: "info";
                warning: "warning";
            }>;
            kind: z.ZodString;
            message: z.ZodString;
        }, z.core.$loose>;
    }, z.core.$loose>, z.ZodObject<{
        type: z.ZodLiteral<"foreign.kept">;
        data: z.ZodObject<{
            kind: z.ZodString;
            reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
        }, z.core.$loose>;
    }, z.core.$loose>], "type">>>;
    foreign: z.ZodOptional<z.ZodObject<{
        object: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        holes: z.ZodOptional<z.ZodArray<z.ZodTuple<[z.ZodArray<z.ZodString>, z.ZodArray<z.ZodString>], null>>>;
        raw: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
        lead: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
        trail: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            base64: z.ZodString;
        }, z.core.$loose>, z.ZodObject<{
            blob: z.ZodString;
            bytes: z.ZodInt;
        }, z.core.$loose>]>>]>>;
    }, z.core.$loose>>;
    sum: z.ZodOptional<z.ZodString>;
}, z.core.$loose>, z.ZodDiscriminatedUnion<[z.ZodObject<{
    type: z.ZodLiteral<"thread.started">;
    data: z.ZodObject<{
        threadId: z.ZodString;
        cwd: z.ZodNullable<z.ZodString>;
        source: z.ZodObject<{
            dialect: z.ZodString;
            version: z.ZodNullable<z.ZodString>;
            foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            parent: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                threadId: z.ZodString;
            }, z.core.$loose>>>;
        }, z.core.$loose>;
        memoryMode: z.ZodNullable<z.ZodString>;
        title: z.ZodNullable<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.forked">;
    data: z.ZodObject<{
        threadId: z.ZodString;
        from: z.ZodObject<{
            threadId: z.ZodString;
            offset: z.ZodInt;
            id: z.ZodString;
            sum: z.ZodString;
        }, z.core.$loose>;
        title: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.renamed">;
    data: z.ZodObject<{
        title: z.ZodNullable<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"thread.configured">;
    data: z.ZodObject<{
        budget: z.ZodOptional<z.ZodUnknown>;
        strategy: z.ZodOptional<z.ZodUnknown>;
        limits: z.ZodOptional<z.ZodUnknown>;
        conversation: z.ZodOptional<z.ZodUnknown>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"instructions.set">;
    data: z.ZodObject<{
        text: z.ZodString;
        hash: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"tools.declared">;
    data: z.ZodObject<{
        tools: z.ZodArray<z.ZodObject<{
            kind: z.ZodEnum<{
                custom: "custom";
                foreign: "foreign";
                function: "function";
            }>;
            name: z.ZodString;
            description: z.ZodOptional<z.ZodNullable<z.ZodString>>;
            parameters: z.ZodOptional<z.ZodUnknown>;
            strict: z.ZodOptional<z.ZodNullable<z.ZodBoolean>>;
            format: z.ZodOptional<z.ZodUnknown>;
        }, z.core.$loose>>;
        hash: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"item.recorded">;
    data: z.ZodObject<{
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
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
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
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.trimmed">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        strategy: z.ZodString;
        reason: z.ZodString;
        clearsBaseline: z.ZodBoolean;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.cleared">;
    data: z.ZodObject<{
        reason: z.ZodNullable<z.ZodString>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"history.rolled-back">;
    data: z.ZodObject<{
        to: z.ZodInt;
        turns: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"outputs.cleared">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"images.replaced">;
    data: z.ZodObject<{
        refs: z.ZodArray<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
        placeholder: z.ZodString;
        historyVersion: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"snapshot.taken">;
    data: z.ZodObject<{
        commit: z.ZodString;
        parent: z.ZodNullable<z.ZodString>;
        untracked: z.ZodArray<z.ZodString>;
        skipped: z.ZodArray<z.ZodString>;
        submodules: z.ZodOptional<z.ZodArray<z.ZodString>>;
        cwd: z.ZodOptional<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"snapshot.restored">;
    data: z.ZodObject<{
        snapshot: z.ZodInt;
        commit: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"notice.logged">;
    data: z.ZodObject<{
        level: z.ZodEnum<{
            error: "error";
            info: "info";
            warning: "warning";
        }>;
        kind: z.ZodString;
        message: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>, z.ZodObject<{
    type: z.ZodLiteral<"foreign.kept">;
    data: z.ZodObject<{
        kind: z.ZodString;
        reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>], "type">>;
export type RefoldEvent = EventMembers & Fact;
export type EventOf<Type extends FactType> = EventMembers & FactOf<Type>;
/** An event of a type that this version does not know: kept, and led around the reducers. */
export type LogEvent = EventMembers & {
    readonly type: string;
    readonly data: unknown;
};
/** What counting needs to know of an event that its facts do not say. */
export interface EventAccount {
    /** The same for the same line wherever it stands, also where a session copied another's. */
    readonly key: string;
    /** True for a line that its session copied from the one that it goes on from. */
    readonly isCopy: boolean;
    /** The model that was at work; null: nobody has named it; absent: the facts tell. */
    readonly model?: string | null;
    /** Facts of the event that say again what earlier ones said, for the state's sake. */
    readonly repeated: readonly Fact[];
    /** What the line says besides, of which its thread's state knows nothing, in its order. */
    readonly aside: readonly AsideFact[];
}
/** A fact of a rolled-back line, or of another agent's work: nothing to fold, but it was paid for. */
export interface AsideFact {
    readonly fact: Fact;
    readonly model: string | null;
}
