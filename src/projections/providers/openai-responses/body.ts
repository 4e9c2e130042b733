/**
 * The body of `POST /v1/responses`, as far as Refold writes it: stateless (`store: false`). Arrays
 * are mutable, because those of the official SDK's types are.
 */
export interface ResponsesBody {
  model: string;
  instructions?: string;
  input: ResponsesInputItem[];
  tools?: ResponsesTool[];
  tool_choice?: ResponsesToolChoice;
  parallel_tool_calls?: boolean;
  max_output_tokens?: number;
  reasoning?: { effort?: ResponsesEffort; summary?: "auto" };
  text?: { format: ResponsesFormat };
  include?: "reasoning.encrypted_content"[];
  prompt_cache_key?: string;
  store: false;
}

export type ResponsesEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
export interface ResponsesFormat {
  type: "json_schema";
  name: string;
  schema: Record<string, unknown>;
  strict: boolean;
}

export interface ResponsesInputText {
  type: "input_text";
  text: string;
}
export interface ResponsesInputImage {
  type: "input_image";
  image_url: string;
  detail: "auto" | "low" | "high" | "original";
}
export type ResponsesInputPart = ResponsesInputText | ResponsesInputImage;

/**
 * An item that the model made. `id` names what OpenAI has stored; where nothing is stored there is
 * none, although the SDK's types ask for one: see `unstored`.
 */
export interface ResponsesOutputMessage {
  type: "message";
  id: string;
  role: "assistant";
  status: "completed";
  content: { type: "output_text"; text: string; annotations: [] }[];
  phase?: "commentary" | "final_answer";
}
export interface ResponsesReasoning {
  type: "reasoning";
  id: string;
  summary: { type: "summary_text"; text: string }[];
  encrypted_content: string;
}
export interface ResponsesLocalShellCall {
  type: "local_shell_call";
  id: string;
  call_id: string;
  status: "in_progress" | "completed" | "incomplete";
  action: {
    type: "exec";
    command: string[];
    env: Record<string, string>;
    timeout_ms?: number | null;
    user?: string | null;
    working_directory?: string | null;
  };
}
export interface ResponsesWebSearchCall {
  type: "web_search_call";
  id: string;
  status: "in_progress" | "searching" | "completed" | "failed";
  action:
    | { type: "search"; query?: string; queries?: string[] }
    | { type: "open_page"; url?: string | null }
    | { type: "find_in_page"; url: string; pattern: string };
}
export interface ResponsesImageGenerationCall {
  type: "image_generation_call";
  id: string;
  status: "in_progress" | "completed" | "generating" | "failed";
  result: string | null;
}
interface ResponsesNamedCall {
  call_id: string;
  name: string;
  namespace?: string;
}
export interface ResponsesToolSearch {
  call_id: string | null;
  execution: "server" | "client";
  status: "in_progress" | "completed" | "incomplete";
}

export type ResponsesInputItem =
  | { type: "message"; role: "user" | "developer" | "system"; content: ResponsesInputPart[] }
  | ResponsesOutputMessage
  | ResponsesReasoning
  | ResponsesLocalShellCall
  | ResponsesWebSearchCall
  | ResponsesImageGenerationCall
  | (ResponsesNamedCall & { type: "function_call"; arguments: string })
  | (ResponsesNamedCall & { type: "custom_tool_call"; input: string })
  | {
      type: "function_call_output" | "custom_tool_call_output";
      call_id: string;
      output: string | ResponsesInputPart[];
    }
  | (ResponsesToolSearch & { type: "tool_search_call"; arguments: unknown })
  | (ResponsesToolSearch & { type: "tool_search_output"; tools: ResponsesFoundTool[] })
  | { type: "compaction"; encrypted_content: string }
  // Tools that are given among the items.
  | { type: "additional_tools"; role: "developer"; tools: ResponsesTool[] };

export interface ResponsesFunctionTool {
  type: "function";
  name: string;
  description?: string;
  parameters: Record<string, unknown> | null;
  strict: boolean | null;
  defer_loading?: boolean;
}
export type ResponsesTool =
  | ResponsesFunctionTool
  | {
      type: "custom";
      name: string;
      description?: string;
      format?: { type: "text" } | { type: "grammar"; syntax: "lark" | "regex"; definition: string };
    }
  | { type: "local_shell" }
  | { type: "web_search" }
  | ResponsesNamespace;
export interface ResponsesNamespace {
  type: "namespace";
  name: string;
  description: string;
  tools: ResponsesFunctionTool[];
}
export type ResponsesFoundTool = ResponsesFunctionTool | ResponsesNamespace;
export type ResponsesToolChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; name: string }
  | { type: "custom"; name: string };
