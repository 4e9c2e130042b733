/**
 * The body of `POST /v1beta/interactions`, as far as Refold writes it. Arrays are mutable, because
 * those of the official SDK's types are.
 */
export interface InteractionsBody {
  model: string;
  /** The whole conversation: nothing of it is with the provider (docs/providers.md §7). */
  input: InteractionsStep[];
  store: false;
  system_instruction?: string;
  tools?: InteractionsTool[];
  response_format?: {
    type: "text";
    mime_type: "application/json";
    schema: Record<string, unknown>;
  };
  generation_config?: InteractionsConfig;
}

export type InteractionsStep =
  | { type: "user_input"; content: InteractionsContent[] }
  | { type: "model_output"; content: InteractionsText[] }
  | InteractionsThought
  | InteractionsCall
  | InteractionsResult;

export interface InteractionsText {
  type: "text";
  text: string;
}

export type InteractionsContent =
  InteractionsText | { type: "image"; data: string; mime_type: string };

export interface InteractionsThought {
  type: "thought";
  signature: string;
  summary?: InteractionsText[];
}

export interface InteractionsCall {
  type: "function_call";
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export interface InteractionsResult {
  type: "function_result";
  call_id: string;
  name: string;
  is_error?: boolean;
  /** A list where there are images among it. */
  result: string | InteractionsContent[];
}

export interface InteractionsTool {
  type: "function";
  name: string;
  description?: string;
  parameters?: Record<string, unknown>;
}

export interface InteractionsConfig {
  max_output_tokens?: number;
  thinking_level?: "minimal" | "low" | "medium" | "high";
  thinking_summaries?: "auto";
  tool_choice?: "any" | "none" | { allowed_tools: { mode: "any"; tools: string[] } };
}
