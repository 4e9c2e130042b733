/**
 * The body of `POST /v1/chat/completions`, as far as Refold writes it. Arrays are mutable, because
 * those of the official SDK's types are.
 */
export interface ChatBody {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[];
  tool_choice?: ChatToolChoice;
  parallel_tool_calls?: boolean;
  max_completion_tokens?: number;
  reasoning_effort?: ChatEffort;
  response_format?: ChatResponseFormat;
  prompt_cache_key?: string;
}

export type ChatEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

export interface ChatText {
  type: "text";
  text: string;
}
export interface ChatImage {
  type: "image_url";
  image_url: { url: string; detail?: "auto" | "low" | "high" };
}
export type ChatToolCall =
  | { id: string; type: "function"; function: { name: string; arguments: string } }
  | { id: string; type: "custom"; custom: { name: string; input: string } };

export type ChatMessage =
  | { role: "system" | "developer"; content: string | ChatText[] }
  | { role: "user"; content: string | (ChatText | ChatImage)[] }
  | ChatAssistantMessage
  | { role: "tool"; tool_call_id: string; content: string | ChatText[] };

/** `content` is null only beside calls. */
export interface ChatAssistantMessage {
  role: "assistant";
  content: string | ChatText[] | null;
  tool_calls?: ChatToolCall[];
  /** Thoughts, in the member that the server sent them in. */
  reasoning_content?: string;
  reasoning?: string;
  reasoning_text?: string;
}

export type ChatTool =
  | {
      type: "function";
      function: {
        name: string;
        description?: string;
        parameters?: Record<string, unknown>;
        strict?: boolean;
      };
    }
  | { type: "custom"; custom: { name: string; description?: string; format?: ChatCustomFormat } };
export type ChatCustomFormat =
  { type: "text" } | { type: "grammar"; grammar: { syntax: "lark" | "regex"; definition: string } };
export type ChatToolChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; function: { name: string } }
  | { type: "custom"; custom: { name: string } };
export interface ChatResponseFormat {
  type: "json_schema";
  json_schema: { name: string; schema: Record<string, unknown>; strict: boolean };
}
