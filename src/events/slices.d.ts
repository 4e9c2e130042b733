import { z } from "zod";
/**
 * The turn-local facts. A fact that is absent is unknown: the model has not been told it and it is
 * not diffed. Tools and base instructions are named by hash; their texts stand in `tools.declared`
 * and `instructions.set`. Facts of the caller's own are kept beside the known ones.
 */
export declare const Envelope: z.ZodObject<{
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
export type Envelope = z.infer<typeof Envelope>;
/**
 * The parts of `ThreadState` that a `history.compacted` event carries, so that a reader that comes
 * from the end needs nothing older (law 8). The reducers' types are inferred from here.
 */
/** Counts in tokens. `input` is everything that went in; the cache counts are parts of it. */
export declare const Usage: z.ZodObject<{
    input: z.ZodInt;
    cachedInput: z.ZodInt;
    cacheWrite: z.ZodInt;
    output: z.ZodInt;
    reasoning: z.ZodInt;
    total: z.ZodInt;
}, z.core.$loose>;
export type Usage = z.infer<typeof Usage>;
export declare const UsageState: z.ZodObject<{
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
export type UsageState = z.infer<typeof UsageState>;
/** Model and realtime flag of a turn: what the next turn's model switch is told against. */
export declare const TurnSettings: z.ZodObject<{
    model: z.ZodNullable<z.ZodString>;
    realtimeActive: z.ZodNullable<z.ZodBoolean>;
}, z.core.$loose>;
export type TurnSettings = z.infer<typeof TurnSettings>;
export declare const RunningTurn: z.ZodObject<{
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
}, z.core.$loose>;
export type RunningTurn = z.infer<typeof RunningTurn>;
export declare const TurnsState: z.ZodObject<{
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
export type TurnsState = z.infer<typeof TurnsState>;
export declare const Baseline: z.ZodObject<{
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
}, z.core.$loose>;
export type Baseline = z.infer<typeof Baseline>;
/** Where a text stands that is too large to repeat: the offset of its event, and its hash. */
export declare const TextPointer: z.ZodObject<{
    offset: z.ZodInt;
    hash: z.ZodString;
}, z.core.$loose>;
export declare const ThreadConfiguration: z.ZodObject<{
    budget: z.ZodOptional<z.ZodUnknown>;
    strategy: z.ZodOptional<z.ZodUnknown>;
    limits: z.ZodOptional<z.ZodUnknown>;
    conversation: z.ZodOptional<z.ZodUnknown>;
}, z.core.$loose>;
export type ThreadConfiguration = z.infer<typeof ThreadConfiguration>;
/** The bounded remainder of a state: everything but the ledger, the checkpoint and the log. */
export declare const CheckpointRest: z.ZodObject<{
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
}, z.core.$loose>;
export type CheckpointRest = z.infer<typeof CheckpointRest>;
