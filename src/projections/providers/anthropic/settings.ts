import type { ToolDeclaration } from "../../../events/thread.js";
import { PLAIN_NAMES, wireToolName } from "../calls.js";
import type { RequestContext } from "../request-context.js";
import { ANTHROPIC_SCHEMAS, argumentsSchema, type SendableTool, sendableTools } from "../tools.js";
import type {
  AnthropicBody,
  AnthropicOutputConfig,
  AnthropicThinkingConfig,
  AnthropicTool,
  AnthropicToolChoice,
} from "./body.js";

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

type Effort = NonNullable<AnthropicOutputConfig["effort"]>;

const EFFORTS: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

/** Budgets for models that take no effort, in tokens; our own figures. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
};
const LEAST_BUDGET = 1024;

interface ThinkingSettings {
  readonly thinking?: AnthropicThinkingConfig;
  readonly effort?: Effort;
}

/** The thinking settings that were asked for, as far as the model takes them. */
export function toThinking(context: RequestContext, maxTokens: number): ThinkingSettings {
  const { reasoning } = context;
  if (reasoning === undefined) return {};
  if (context.has("no-reasoning")) {
    context.repair("setting-left-out", null, `${context.model.id} does not think`);
    return {};
  }
  if (reasoning.effort === "none" || reasoning.effort === "minimal") return disabled(context);
  const effort = EFFORTS.find((known) => known === reasoning.effort);
  if (reasoning.effort !== undefined && effort === undefined) {
    const known = EFFORTS.join(", ");
    context.repair("setting-left-out", null, `effort ${reasoning.effort} is not one of ${known}`);
  }
  const display = reasoning.summary === true ? { display: "summarized" as const } : {};
  if (context.has("thinking-adaptive-refused")) {
    const budget = Math.min(reasoning.budgetTokens ?? BUDGETS[effort ?? "medium"], maxTokens - 1);
    if (budget >= LEAST_BUDGET) {
      return { thinking: { type: "enabled", budget_tokens: budget, ...display } };
    }
    context.repair(
      "setting-left-out",
      null,
      "thinking needs at least 1,024 tokens of the answer's",
    );
    return {};
  }
  if (reasoning.budgetTokens !== undefined) {
    context.repair("setting-left-out", null, "a budget for thinking: the model decides by itself");
  }
  const thinking = { type: "adaptive" as const, ...display };
  return effort === undefined ? { thinking } : { thinking, effort };
}

/**
 * Takes manual thinking off a body that continues a round of tool calls without the thinking block
 * that began it (it was another provider's, or is bound to a history that was edited): the API
 * refuses such a request.
 */
export function withoutImpossibleThinking(context: RequestContext, body: AnthropicBody): void {
  if (body.thinking?.type !== "enabled") return;
  const last = body.messages.findLast((message) => message.role === "assistant");
  if (last === undefined || !last.content.some((block) => block.type === "tool_use")) return;
  const first = last.content[0]?.type;
  if (first === "thinking" || first === "redacted_thinking") return;
  delete body.thinking;
  context.repair("setting-left-out", null, "thinking: the running round of calls began without it");
}

function disabled(context: RequestContext): ThinkingSettings {
  if (!context.has("thinking-disabled-refused")) return { thinking: { type: "disabled" } };
  context.repair(
    "setting-left-out",
    null,
    `${context.model.id} always thinks: least effort instead`,
  );
  return { effort: "low" };
}
