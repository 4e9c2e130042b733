/**
 * The body of `POST /v1/messages`, as far as Refold writes it. Arrays are mutable, because those of
 * the official SDK's types are.
 */
export interface AnthropicBody {
    model: string;
    max_tokens: number;
    system?: AnthropicText[];
    messages: AnthropicMessage[];
    tools?: AnthropicTool[];
    tool_choice?: AnthropicToolChoice;
    thinking?: AnthropicThinkingConfig;
    output_config?: AnthropicOutputConfig;
}
/** How long a marked prefix lives. */
export interface AnthropicCacheControl {
    type: "ephemeral";
    ttl?: "5m" | "1h";
}
export interface AnthropicText {
    type: "text";
    text: string;
    cache_control?: AnthropicCacheControl;
}
export interface AnthropicImage {
    type: "image";
    source: {
        type: "base64";
        media_type: AnthropicImageType;
        data: string;
    } | {
        type: "url";
        url: string;
    };
    cache_control?: AnthropicCacheControl;
}
export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";
export interface AnthropicToolUse {
    type: "tool_use";
    id: string;
    name: string;
    input: Record<string, unknown>;
    cache_control?: AnthropicCacheControl;
}
export interface AnthropicToolResult {
    type: "tool_result";
    tool_use_id: string;
    content?: (AnthropicText | AnthropicImage)[];
    is_error?: boolean;
    cache_control?: AnthropicCacheControl;
}
export interface AnthropicThinking {
    type: "thinking";
    thinking: string;
    signature: string;
}
export interface AnthropicRedactedThinking {
    type: "redacted_thinking";
    data: string;
}
/** A search that Anthropic ran, and what it found. */
export interface AnthropicServerToolUse {
    type: "server_tool_use";
    id: string;
    name: "web_search";
    input: Record<string, unknown>;
}
export interface AnthropicWebSearchResult {
    type: "web_search_tool_result";
    tool_use_id: string;
    content: AnthropicFoundPage[];
}
export interface AnthropicFoundPage {
    type: "web_search_result";
    title: string;
    url: string;
    encrypted_content: string;
    page_age?: string | null;
}
export type AnthropicUserBlock = AnthropicToolResult | AnthropicText | AnthropicImage;
export type AnthropicAssistantBlock = AnthropicText | AnthropicThinking | AnthropicRedactedThinking | AnthropicToolUse | AnthropicServerToolUse | AnthropicWebSearchResult;
export type AnthropicMessage = {
    role: "user";
    content: AnthropicUserBlock[];
} | {
    role: "assistant";
    content: AnthropicAssistantBlock[];
} | {
    role: "system";
    content: AnthropicText[];
};
export interface AnthropicTool {
    name: string;
    description?: string;
    input_schema: {
        type: "object";
        [keyword: string]: unknown;
    };
    strict?: boolean;
    cache_control?: AnthropicCacheControl;
}
export type AnthropicToolChoice = {
    type: "auto";
    disable_parallel_tool_use?: boolean;
} | {
    type: "any";
    disable_parallel_tool_use?: boolean;
} | {
    type: "tool";
    name: string;
    disable_parallel_tool_use?: boolean;
} | {
    type: "none";
};
export type AnthropicThinkingConfig = {
    type: "enabled";
    budget_tokens: number;
    display?: "summarized";
} | {
    type: "adaptive";
    display?: "summarized";
} | {
    type: "disabled";
};
export interface AnthropicOutputConfig {
    effort?: "low" | "medium" | "high" | "xhigh" | "max";
    format?: {
        type: "json_schema";
        schema: Record<string, unknown>;
    };
}
