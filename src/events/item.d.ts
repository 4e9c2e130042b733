import { z } from "zod";
/**
 * Items: the model-visible units, in the wire shape of the OpenAI Responses API as Codex rollouts
 * record it (docs/semantics.md §3). Objects are loose: a field that is not named here is kept as it
 * is.
 */
/**
 * What stands beside an image whose bytes were moved to the blob store, so that estimates need no
 * bytes and the original text can be rebuilt. Never sent to a provider.
 */
export declare const ImageBlob: z.ZodObject<{
    hash: z.ZodString;
    urlPrefix: z.ZodString;
    payloadBytes: z.ZodInt;
    decoded: z.ZodBoolean;
    mediaType: z.ZodNullable<z.ZodString>;
    width: z.ZodNullable<z.ZodInt>;
    height: z.ZodNullable<z.ZodInt>;
}, z.core.$loose>;
export type ImageBlob = z.infer<typeof ImageBlob>;
export declare const InputText: z.ZodObject<{
    type: z.ZodLiteral<"input_text">;
    text: z.ZodString;
}, z.core.$loose>;
export declare const OutputText: z.ZodObject<{
    type: z.ZodLiteral<"output_text">;
    text: z.ZodString;
}, z.core.$loose>;
export declare const InputImage: z.ZodObject<{
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
}, z.core.$loose>;
export declare const MessagePart: z.ZodDiscriminatedUnion<[z.ZodObject<{
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
}, z.core.$loose>], "type">;
export declare const OutputPart: z.ZodDiscriminatedUnion<[z.ZodObject<{
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
}, z.core.$loose>], "type">;
export declare const ToolOutput: z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
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
export type InputText = z.infer<typeof InputText>;
export type OutputText = z.infer<typeof OutputText>;
export type InputImage = z.infer<typeof InputImage>;
export type MessagePart = z.infer<typeof MessagePart>;
export type OutputPart = z.infer<typeof OutputPart>;
export type ToolOutput = z.infer<typeof ToolOutput>;
export declare const MessageItem: z.ZodObject<{
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
}, z.core.$loose>;
export declare const ReasoningItem: z.ZodObject<{
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
}, z.core.$loose>;
export declare const LocalShellCallItem: z.ZodObject<{
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
}, z.core.$loose>;
export declare const FunctionCallItem: z.ZodObject<{
    type: z.ZodLiteral<"function_call">;
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    name: z.ZodString;
    namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    arguments: z.ZodString;
    call_id: z.ZodString;
}, z.core.$loose>;
export declare const FunctionCallOutputItem: z.ZodObject<{
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
}, z.core.$loose>;
export declare const CustomToolCallItem: z.ZodObject<{
    type: z.ZodLiteral<"custom_tool_call">;
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    call_id: z.ZodString;
    name: z.ZodString;
    namespace: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    input: z.ZodString;
}, z.core.$loose>;
export declare const CustomToolCallOutputItem: z.ZodObject<{
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
}, z.core.$loose>;
export declare const ToolSearchCallItem: z.ZodObject<{
    type: z.ZodLiteral<"tool_search_call">;
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    call_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    execution: z.ZodString;
    arguments: z.ZodUnknown;
}, z.core.$loose>;
export declare const ToolSearchOutputItem: z.ZodObject<{
    type: z.ZodLiteral<"tool_search_output">;
    call_id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodString;
    execution: z.ZodString;
    tools: z.ZodArray<z.ZodUnknown>;
}, z.core.$loose>;
export declare const WebSearchCallItem: z.ZodObject<{
    type: z.ZodLiteral<"web_search_call">;
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    action: z.ZodOptional<z.ZodNullable<z.ZodObject<{
        type: z.ZodString;
    }, z.core.$loose>>>;
}, z.core.$loose>;
export declare const ImageGenerationCallItem: z.ZodObject<{
    type: z.ZodLiteral<"image_generation_call">;
    id: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    status: z.ZodString;
    revised_prompt: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    result: z.ZodString;
}, z.core.$loose>;
export declare const GhostSnapshotItem: z.ZodObject<{
    type: z.ZodLiteral<"ghost_snapshot">;
    ghost_commit: z.ZodObject<{}, z.core.$loose>;
}, z.core.$loose>;
export declare const CompactionItem: z.ZodObject<{
    type: z.ZodEnum<{
        compaction: "compaction";
        compaction_summary: "compaction_summary";
    }>;
    encrypted_content: z.ZodString;
}, z.core.$loose>;
/** Every kind of item that has a meaning here. */
export declare const KnownItem: z.ZodDiscriminatedUnion<[z.ZodObject<{
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
}, z.core.$loose>], "type">;
export type MessageItem = z.infer<typeof MessageItem>;
export type ReasoningItem = z.infer<typeof ReasoningItem>;
export type LocalShellCallItem = z.infer<typeof LocalShellCallItem>;
export type FunctionCallItem = z.infer<typeof FunctionCallItem>;
export type FunctionCallOutputItem = z.infer<typeof FunctionCallOutputItem>;
export type CustomToolCallItem = z.infer<typeof CustomToolCallItem>;
export type CustomToolCallOutputItem = z.infer<typeof CustomToolCallOutputItem>;
export type ToolSearchCallItem = z.infer<typeof ToolSearchCallItem>;
export type ToolSearchOutputItem = z.infer<typeof ToolSearchOutputItem>;
export type WebSearchCallItem = z.infer<typeof WebSearchCallItem>;
export type ImageGenerationCallItem = z.infer<typeof ImageGenerationCallItem>;
export type GhostSnapshotItem = z.infer<typeof GhostSnapshotItem>;
export type CompactionItem = z.infer<typeof CompactionItem>;
export type KnownItem = z.infer<typeof KnownItem>;
/**
 * An item of a kind that has no meaning here, wrapped so that the union stays closed. It can only
 * stand in a foreign checkpoint's replacement list, which is taken over verbatim
 * (docs/semantics.md §12.6); on its own such a line is kept as `foreign.kept` and never enters the
 * ledger.
 */
export declare const OtherItem: z.ZodObject<{
    type: z.ZodLiteral<"other">;
    original: z.ZodObject<{
        type: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>;
export type OtherItem = z.infer<typeof OtherItem>;
/** One model-visible unit. Narrow by `type`. */
export declare const Item: z.ZodDiscriminatedUnion<[z.ZodObject<{
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
export type Item = z.infer<typeof Item>;
/**
 * Who an item comes from. `user`, and `agent` (another agent instructs this one), are the boundaries
 * of turns; content is never sniffed for it (docs/semantics.md §4.1). `runtime`: context,
 * summaries, hooks; `tool`: outputs; `model`: what the model made.
 */
export declare const Origin: z.ZodEnum<{
    agent: "agent";
    model: "model";
    runtime: "runtime";
    tool: "tool";
    user: "user";
}>;
export type Origin = z.infer<typeof Origin>;
/** What bounding cut from an output, and where the original is (law 4). */
export declare const Bounded: z.ZodObject<{
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
}, z.core.$loose>;
export type Bounded = z.infer<typeof Bounded>;
/** An item with what is known of it at recording. */
export declare const RecordedItem: z.ZodObject<{
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
export type RecordedItem = z.infer<typeof RecordedItem>;
/** An entry of a checkpoint's replacement list. */
export declare const ReplacementItem: z.ZodObject<{
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
}, z.core.$loose>;
export type ReplacementItem = z.infer<typeof ReplacementItem>;
/** An item entered the ledger, bounded under the policy of its turn. Version 2. */
export declare const ItemRecorded: z.ZodObject<{
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
}, z.core.$loose>;
export type ItemRecorded = z.infer<typeof ItemRecorded>;
