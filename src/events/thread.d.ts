import { z } from "zod";
/** Who recorded a thread first, and the thread that a sub-agent's thread belongs to. */
export declare const ThreadSource: z.ZodObject<{
    dialect: z.ZodString;
    version: z.ZodNullable<z.ZodString>;
    foreignId: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    parent: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        threadId: z.ZodString;
    }, z.core.$loose>>>;
}, z.core.$loose>;
export type ThreadSource = z.infer<typeof ThreadSource>;
/** A thread began. Always the event at offset 0 of a thread that is not a fork. */
export declare const ThreadStarted: z.ZodObject<{
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
}, z.core.$loose>;
export type ThreadStarted = z.infer<typeof ThreadStarted>;
/** Where a fork left its parent: `id` and `sum` prove that the parent's event there is unchanged. */
export declare const ForkPoint: z.ZodObject<{
    threadId: z.ZodString;
    offset: z.ZodInt;
    id: z.ZodString;
    sum: z.ZodString;
}, z.core.$loose>;
export type ForkPoint = z.infer<typeof ForkPoint>;
/** A fork's first own event, at `from.offset + 1`: the prefix is referred to, not copied. */
export declare const ThreadForked: z.ZodObject<{
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
}, z.core.$loose>;
export type ThreadForked = z.infer<typeof ThreadForked>;
/** The thread got another title; null takes it away. */
export declare const ThreadRenamed: z.ZodObject<{
    type: z.ZodLiteral<"thread.renamed">;
    data: z.ZodObject<{
        title: z.ZodNullable<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type ThreadRenamed = z.infer<typeof ThreadRenamed>;
/** The thread's own settings changed; a member that is absent stays as it was. */
export declare const ThreadConfigured: z.ZodObject<{
    type: z.ZodLiteral<"thread.configured">;
    data: z.ZodObject<{
        budget: z.ZodOptional<z.ZodUnknown>;
        strategy: z.ZodOptional<z.ZodUnknown>;
        limits: z.ZodOptional<z.ZodUnknown>;
        conversation: z.ZodOptional<z.ZodUnknown>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type ThreadConfigured = z.infer<typeof ThreadConfigured>;
/** The base instructions changed. `hash` is `sha256-<hex>` of the text's UTF-8 bytes. */
export declare const InstructionsSet: z.ZodObject<{
    type: z.ZodLiteral<"instructions.set">;
    data: z.ZodObject<{
        text: z.ZodString;
        hash: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>;
export type InstructionsSet = z.infer<typeof InstructionsSet>;
/** A tool as the model is told of it: a function with a JSON schema, or a free-form (custom) one. */
export declare const ToolDeclaration: z.ZodObject<{
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
}, z.core.$loose>;
export type ToolDeclaration = z.infer<typeof ToolDeclaration>;
/** The declared tools changed; the list is complete. `hash` is of its JSON. */
export declare const ToolsDeclared: z.ZodObject<{
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
}, z.core.$loose>;
export type ToolsDeclared = z.infer<typeof ToolsDeclared>;
