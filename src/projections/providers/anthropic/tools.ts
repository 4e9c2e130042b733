import type { ToolDeclaration } from "../../../events/tools-declared.js";
import { sendableTools } from "../declared-tools.js";
import type { SendableTool } from "../declared-tools.js";
import type { RequestContext } from "../request-context.js";
import { PLAIN_NAMES, wireToolName } from "../tool-names.js";
import { ANTHROPIC_SCHEMAS, argumentsSchema } from "../tool-schema.js";
import type { AnthropicBody, AnthropicTool, AnthropicToolChoice } from "./body.js";

/** The declared tools; a free-form one becomes a function with one argument, `input`. */
export function toTools(
  context: RequestContext,
  declarations: readonly ToolDeclaration[],
): AnthropicTool[] {
  return sendableTools(context, declarations, PLAIN_NAMES).flatMap((tool) => {
    if (tool.declaration.kind !== "foreign") return [toTool(context, tool)];
    context.repair("setting-left-out", null, `tool ${tool.name} is another provider's own`);
    return [];
  });
}

/** Declares the tools that the history calls when none is declared: the API refuses calls otherwise. */
export function toolsOfHistory(
  context: RequestContext,
  messages: AnthropicBody["messages"],
): AnthropicTool[] {
  const names = new Set<string>();
  for (const { content } of messages) {
    for (const block of content) if (block.type === "tool_use") names.add(block.name);
  }
  return [...names].map((name) => {
    context.repair("tool-inserted", null, `tool ${name} is called in the history, not declared`);
    return { name, input_schema: { type: "object" as const } };
  });
}

export function toToolChoice(
  context: RequestContext,
  tools: readonly AnthropicTool[],
): AnthropicToolChoice | undefined {
  const { toolChoice, parallelToolCalls } = context.options;
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  const auto = parallelToolCalls === false ? { type: "auto" as const, ...single } : undefined;
  if (toolChoice === "none") return { type: "none" };
  if (toolChoice === undefined || toolChoice === "auto") return auto;
  if (context.has("forced-tool-choice-refused")) {
    context.repair("setting-left-out", null, `${context.model.id} cannot be forced to call a tool`);
    return auto;
  }
  if (toolChoice === "required") return { type: "any", ...single };
  const name = wireToolName(toolChoice.tool, PLAIN_NAMES);
  if (tools.some((tool) => tool.name === name)) return { type: "tool", name, ...single };
  context.repair("setting-left-out", null, `tool ${toolChoice.tool} is not declared`);
  return auto;
}

function toTool(context: RequestContext, tool: SendableTool): AnthropicTool {
  const { name, description, declaration } = tool;
  return {
    name,
    ...(description === "" ? {} : { description }),
    input_schema:
      declaration.kind === "custom"
        ? freeFormSchema(context, tool)
        : argumentsSchema(context, tool, ANTHROPIC_SCHEMAS),
    ...(declaration.strict === true && declaration.kind === "function" ? { strict: true } : {}),
  };
}

function freeFormSchema(
  context: RequestContext,
  tool: SendableTool,
): AnthropicTool["input_schema"] {
  context.repair("setting-left-out", null, `tool ${tool.name} is free-form: one argument, input`);
  return { type: "object", properties: { input: { type: "string" } }, required: ["input"] };
}
