import { checkLimit } from "../../errors.js";
import { parseJson } from "../../events/json.js";
import { z } from "zod";
import type { ToolCallItem } from "../../events/calls.js";
import type { OutputPart } from "../../events/item.js";
import type { ToolDeclaration } from "../../events/thread.js";

/** What a tool is called with. */
export interface ToolCall {
  readonly callId: string;
  /** Of the running turn. */
  readonly turn: string;
  /** What the model wrote: the arguments as JSON, or a free text. */
  readonly input: string;
  readonly item: ToolCallItem;
  /** Aborted when the turn is, and when the tool's time is over. */
  readonly signal: AbortSignal;
}

/** What a tool says: a text, or texts and images; `failed` reaches each provider in its own form. */
export type ToolResult =
  | string
  | readonly OutputPart[]
  | { readonly output: string | readonly OutputPart[]; readonly failed: boolean };

interface ToolLimits {
  /** In milliseconds, `Infinity` for none; absent: that of the turn. */
  readonly timeoutMs?: number;
  /** True for a tool that must not run beside another one. */
  readonly exclusive?: boolean;
}

/** Something that a model can call. An error that it throws becomes a failed output. */
export interface Tool extends ToolLimits {
  readonly declaration: ToolDeclaration;
  run(call: ToolCall): ToolResult | Promise<ToolResult>;
}

interface FunctionTool<Schema extends z.ZodType> extends ToolLimits {
  readonly name: string;
  readonly description: string;
  /** Of the arguments; declared to the model as JSON schema. */
  readonly parameters: Schema;
  readonly strict?: boolean;
  run(input: z.output<Schema>, call: ToolCall): ToolResult | Promise<ToolResult>;
}

/**
 * A tool with typed arguments. What the model gets wrong is told to it as a failed output: `run`
 * sees only arguments of the schema's form.
 */
export function defineTool<Schema extends z.ZodType>(tool: FunctionTool<Schema>): Tool {
  const { name, description, parameters, strict } = tool;
  return {
    ...limitsOf(tool),
    declaration: {
      kind: "function",
      name,
      description,
      parameters: parameters.toJSONSchema({ io: "input" }),
      ...(strict !== undefined && { strict }),
    },
    run: async (call) => {
      // Models leave the arguments of a function without any away.
      const json = call.input.trim() === "" ? {} : parseJson(call.input);
      if (json === undefined) return failed("the arguments are no valid JSON");
      const parsed = await parameters.safeParseAsync(json);
      if (!parsed.success) return failed(`invalid arguments:\n${z.prettifyError(parsed.error)}`);
      return tool.run(parsed.data, call);
    },
  };
}

/** A tool whose input is a free text, as a grammar may describe it. */
interface TextTool extends ToolLimits {
  readonly name: string;
  readonly description: string;
  /** Grammar, in the Responses API's shape; absent: any text. */
  readonly format?: unknown;
  run(input: string, call: ToolCall): ToolResult | Promise<ToolResult>;
}

/** A free-form tool; providers without such tools get a function with one argument, `input`. */
export function defineTextTool(tool: TextTool): Tool {
  const { name, description, format } = tool;
  return {
    ...limitsOf(tool),
    declaration: { kind: "custom", name, description, ...(format !== undefined && { format }) },
    run: (call) => tool.run(call.input, call),
  };
}

function limitsOf({ timeoutMs, exclusive }: ToolLimits): ToolLimits {
  checkLimit("timeoutMs", timeoutMs);
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(exclusive !== undefined && { exclusive }),
  };
}

function failed(output: string): ToolResult {
  return { output, failed: true };
}

/** What the model wrote: the arguments as JSON, or a free text. */
export function callInputText(call: ToolCallItem): string {
  switch (call.type) {
    case "function_call":
      return call.arguments;
    case "custom_tool_call":
      return call.input;
    case "local_shell_call":
      return JSON.stringify(call.action);
    case "tool_search_call":
      return JSON.stringify(call.arguments ?? {});
  }
}
