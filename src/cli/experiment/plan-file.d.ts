import { z } from "zod";
import { type PlanSource } from "../../experiments/errors.js";
import type { ClientWish, Metric } from "../../experiments/experiment.js";
import { type ParsedPlan } from "../../experiments/parse-plan.js";
import type { ModelClient } from "../../runtime/models/model-client.js";
import type { Tool } from "../../runtime/tools/tool.js";
/** A plan as a file has it: what the API takes as functions is named here. */
declare const PlanFile: z.ZodObject<{
    name: z.ZodString;
    base: z.ZodString;
    at: z.ZodExactOptional<z.ZodInt>;
    beforeTurn: z.ZodExactOptional<z.ZodInt>;
    mode: z.ZodEnum<{
        project: "project";
        replay: "replay";
        run: "run";
    }>;
    turns: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"rest">]>>;
    inputs: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
    repetitions: z.ZodExactOptional<z.ZodInt>;
    seeds: z.ZodExactOptional<z.ZodArray<z.ZodInt>>;
    budget: z.ZodExactOptional<z.ZodObject<{
        tokens: z.ZodExactOptional<z.ZodInt>;
        requests: z.ZodExactOptional<z.ZodInt>;
    }, z.core.$strict>>;
    variants: z.ZodRecord<z.ZodString, z.ZodObject<{
        facts: z.ZodExactOptional<z.ZodObject<{
            cwd: z.ZodExactOptional<z.ZodString>;
            approvalPolicy: z.ZodExactOptional<z.ZodString>;
            sandboxPolicy: z.ZodExactOptional<z.ZodObject<{
                mode: z.ZodString;
                writableRoots: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
            }, z.core.$strict>>;
            network: z.ZodExactOptional<z.ZodString>;
            shell: z.ZodExactOptional<z.ZodString>;
            timezone: z.ZodExactOptional<z.ZodString>;
            date: z.ZodExactOptional<z.ZodString>;
            subAgents: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
            personality: z.ZodExactOptional<z.ZodString>;
            collaborationMode: z.ZodExactOptional<z.ZodObject<{
                mode: z.ZodString;
                instructions: z.ZodString;
            }, z.core.$strict>>;
            realtimeActive: z.ZodExactOptional<z.ZodBoolean>;
            developerInstructions: z.ZodExactOptional<z.ZodString>;
            memory: z.ZodExactOptional<z.ZodString>;
            apps: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
                name: z.ZodString;
                description: z.ZodExactOptional<z.ZodString>;
            }, z.core.$strict>>>;
            plugins: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
                name: z.ZodString;
                description: z.ZodExactOptional<z.ZodString>;
            }, z.core.$strict>>>;
            skills: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
                name: z.ZodString;
                description: z.ZodString;
                path: z.ZodString;
            }, z.core.$strict>>>;
            agentsFiles: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
                path: z.ZodString;
                directory: z.ZodString;
                text: z.ZodString;
            }, z.core.$strict>>>;
            effort: z.ZodExactOptional<z.ZodString>;
            outputSchema: z.ZodExactOptional<z.ZodUnknown>;
            modalities: z.ZodExactOptional<z.ZodArray<z.ZodEnum<{
                image: "image";
                text: "text";
            }>>>;
            contextWindow: z.ZodExactOptional<z.ZodInt>;
            memoryMode: z.ZodExactOptional<z.ZodString>;
            own: z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
        }, z.core.$strict>>;
        model: z.ZodExactOptional<z.ZodString>;
        provider: z.ZodExactOptional<z.ZodString>;
        instructions: z.ZodExactOptional<z.ZodString>;
        tools: z.ZodExactOptional<z.ZodObject<{
            set: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
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
            }, z.core.$loose>>>;
            add: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
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
            }, z.core.$loose>>>;
            remove: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>;
        truncation: z.ZodExactOptional<z.ZodObject<{
            mode: z.ZodEnum<{
                bytes: "bytes";
                tokens: "tokens";
            }>;
            limit: z.ZodInt;
        }, z.core.$strict>>;
        compaction: z.ZodExactOptional<z.ZodObject<{
            strategy: z.ZodExactOptional<z.ZodEnum<{
                auto: "auto";
                "clear-outputs": "clear-outputs";
                priority: "priority";
                "sliding-window": "sliding-window";
                summary: "summary";
            }>>;
            compactAt: z.ZodExactOptional<z.ZodInt>;
            keepOutputs: z.ZodExactOptional<z.ZodInt>;
            keptMessages: z.ZodExactOptional<z.ZodInt>;
            target: z.ZodExactOptional<z.ZodInt>;
        }, z.core.$strict>>;
        items: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
            change: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            remove: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            addAfter: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>>;
            text: z.ZodExactOptional<z.ZodString>;
            item: z.ZodExactOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
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
            }, z.core.$loose>], "type">>;
        }, z.core.$strict>>>;
        fragments: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
            kind: z.ZodString;
            role: z.ZodEnum<{
                developer: "developer";
                user: "user";
            }>;
            text: z.ZodString;
        }, z.core.$strict>>>;
    }, z.core.$strict>>;
    clients: z.ZodExactOptional<z.ZodRecord<z.ZodEnum<{
        anthropic: "anthropic";
        google: "google";
        openai: "openai";
        "openai-chat": "openai-chat";
    }> & z.core.$partial, z.ZodObject<{
        apiKeyEnv: z.ZodExactOptional<z.ZodString>;
        baseURL: z.ZodExactOptional<z.ZodURL>;
        maxTokens: z.ZodExactOptional<z.ZodInt>;
    }, z.core.$strict>>>;
    module: z.ZodExactOptional<z.ZodString>;
    metrics: z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        command: z.ZodString;
        better: z.ZodExactOptional<z.ZodEnum<{
            less: "less";
            more: "more";
        }>>;
    }, z.core.$strict>>>;
}, z.core.$strict>;
export type PlanFile = z.infer<typeof PlanFile>;
/** A plan, and the folder that its paths are meant in. */
export interface LoadedPlan extends ParsedPlan<PlanFile> {
    readonly folder: string;
}
/**
 * Reads a plan's file. A base that is a path is meant beside the plan.
 * @throws {FileNotFound} @throws {InvalidPlan}
 */
export declare function loadPlan(path: string): Promise<LoadedPlan>;
/** What a plan's module says of a turn; null: it leaves that to others. */
interface ModuleAnswer {
    readonly model: ModelClient | null;
    readonly tools: readonly Tool[] | null;
}
/** Asks a plan's module. */
export type PlanModule = (wish: ClientWish) => Promise<ModuleAnswer>;
/**
 * Loads a plan's module: its exports `model` and `tools` are what is meant, or functions that make it
 * of a `ClientWish` (variant, repetition, seed, turn, model, provider).
 * @throws {InvalidPlan} there is no such module, or it exports neither
 */
export declare function loadPlanModule({ module, folder }: {
    readonly module: string;
    readonly folder: string;
}, source: PlanSource): Promise<PlanModule>;
/** A figure that a shell command makes of a variant's transcript. */
export declare function commandMetric(name: string, { command, better }: {
    readonly command: string;
    readonly better?: "more" | "less";
}): Metric;
export {};
