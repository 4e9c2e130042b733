import { PLAIN_NAMES } from "../calls.js";
import { defineProvider } from "../define-provider.js";
import { outputSchemaOf, type RequestContext } from "../request-context.js";
import {
  argumentsSchema,
  chosenTool,
  freeFormSchema,
  ownTools,
  type SendableTool,
  withClosedObjects,
} from "../tools.js";
import { leadingInstructions, type MessageUnit, type Unit } from "../units.js";
import { assistantTexts, textBlocks } from "./blocks.js";
import type {
  AnthropicBody,
  AnthropicText,
  AnthropicTool,
  AnthropicToolChoice,
  AnthropicOutputConfig,
  AnthropicThinkingConfig,
} from "./body.js";
import { markPrefixes } from "./cache-marks.js";
import { toMessages } from "./messages.js";
import { AnthropicMessageBody, foldAnthropicEvent, readAnthropicMessage } from "./response.js";

/** What the Messages API has in common with and without its betas. */
export const ANTHROPIC_FORM = {
  maxIdLength: 64,
  schema: AnthropicMessageBody,
  read: readAnthropicMessage,
  begun: { role: "assistant" as const, content: [] },
  fold: foldAnthropicEvent,
};

/** Anthropic's Messages API. */
export const anthropic = defineProvider({
  ...ANTHROPIC_FORM,
  name: "anthropic",
  write: toAnthropicBody,
});

/** The API demands a limit: this one when neither caller nor model table names one. */
const DEFAULT_MAX_TOKENS = 8192;

/** A body for `POST /v1/messages` (streaming: `stream: true` is the client's to add). */
export function toAnthropicBody(context: RequestContext, units: readonly Unit[]) {
  const leading = leadingInstructions(units);
  const system = toSystem(context, leading);
  const { messages, origins, ...told } = toMessages(context, units.slice(leading.length));
  const body = withSettings(context, { system, messages });
  withoutImpossibleThinking(context, body);
  markPrefixes(context, body, told);
  return { body, origins, leading };
}

function toSystem(context: RequestContext, leading: readonly MessageUnit[]): AnthropicText[] {
  const { instructions } = context.prompt;
  const base = instructions === "" ? [] : textBlocks(context, instructions, null);
  return [...base, ...leading.flatMap((unit) => assistantTexts(context, unit.parts, unit.ref))];
}

function withSettings(
  context: RequestContext,
  { system, messages }: Required<Pick<AnthropicBody, "system" | "messages">>,
): AnthropicBody {
  const { modelId, model } = context;
  const maxTokens = context.maxTokens ?? model.maxOutputTokens ?? DEFAULT_MAX_TOKENS;
  const { thinking, effort } = toThinking(context, maxTokens);
  const outputConfig = { ...(effort !== undefined && { effort }), ...formatOf(context) };
  const thinks = thinking !== undefined && thinking.type !== "disabled";
  return {
    model: modelId,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system }),
    messages,
    ...toolSettings(context, messages, thinks),
    ...(thinking !== undefined && { thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
  };
}

/** The answer's form: objects that are left open are refused. */
function formatOf(
  context: RequestContext,
): Pick<NonNullable<AnthropicBody["output_config"]>, "format"> {
  const asked = outputSchemaOf(context);
  if (asked === undefined) return {};
  const schema = withClosedObjects(asked);
  if (schema !== asked) context.leaveOut("members beyond the named ones in the answer's schema");
  return { format: { type: "json_schema", schema } };
}

function toolSettings(
  context: RequestContext,
  messages: AnthropicBody["messages"],
  thinks: boolean,
): Pick<AnthropicBody, "tools" | "tool_choice"> {
  const tools = ownTools(context, PLAIN_NAMES).map((tool) => toTool(context, tool));
  if (tools.length === 0) {
    const called = toolsOfHistory(context, messages);
    return called.length === 0 ? {} : { tools: called, tool_choice: { type: "none" } };
  }
  const choice = toToolChoice(context, tools);
  if (choice === undefined) return { tools };
  if (thinks && (choice.type === "any" || choice.type === "tool")) {
    context.leaveOut("a forced tool choice, which excludes thinking");
    return { tools };
  }
  return { tools, tool_choice: choice };
}

/** A declared tool; a free-form one becomes a function with one argument, `input`. */
function toTool(context: RequestContext, tool: SendableTool): AnthropicTool {
  const { named, declaration } = tool;
  const isCustom = declaration.kind === "custom";
  return {
    ...named,
    input_schema: isCustom
      ? freeFormSchema(context, tool)
      : argumentsSchema(context, tool, ["oneOf", "anyOf", "allOf"]),
    ...(declaration.strict === true && declaration.kind === "function" && { strict: true }),
  };
}

/** Declares the tools that the history calls when none is declared: the API refuses calls otherwise. */
function toolsOfHistory(
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

function toToolChoice(
  context: RequestContext,
  tools: readonly AnthropicTool[],
): AnthropicToolChoice | undefined {
  const { toolChoice, parallelToolCalls } = context.options;
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  const auto = parallelToolCalls === false ? { type: "auto" as const, ...single } : undefined;
  if (toolChoice === "none") return { type: "none" };
  if (toolChoice === undefined || toolChoice === "auto") return auto;
  if (context.has("forced-tool-choice-refused")) {
    context.leaveOut(`${context.model.id} cannot be forced to call a tool`);
    return auto;
  }
  if (toolChoice === "required") return { type: "any", ...single };
  const isDeclared = (name: string) => tools.some((tool) => tool.name === name);
  const name = chosenTool(context, isDeclared, PLAIN_NAMES);
  return name === undefined ? auto : { type: "tool", name, ...single };
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
function toThinking(context: RequestContext, maxTokens: number): ThinkingSettings {
  const { reasoning } = context;
  if (reasoning === undefined) return {};
  if (context.has("no-reasoning")) {
    context.leaveOut(`${context.model.id} does not think`);
    return {};
  }
  if (reasoning.effort === "none" || reasoning.effort === "minimal") return disabled(context);
  const effort = EFFORTS.find((known) => known === reasoning.effort);
  if (reasoning.effort !== undefined && effort === undefined) {
    const known = EFFORTS.join(", ");
    context.leaveOut(`effort ${reasoning.effort} is not one of ${known}`);
  }
  const display = reasoning.summary === true ? { display: "summarized" as const } : {};
  if (context.has("thinking-adaptive-refused")) {
    const budget = Math.min(reasoning.budgetTokens ?? BUDGETS[effort ?? "medium"], maxTokens - 1);
    if (budget >= LEAST_BUDGET) {
      return { thinking: { type: "enabled", budget_tokens: budget, ...display } };
    }
    context.leaveOut("thinking needs at least 1,024 tokens of the answer's");
    return {};
  }
  if (reasoning.budgetTokens !== undefined) {
    context.leaveOut("a thinking budget: the model decides itself");
  }
  const thinking = { type: "adaptive" as const, ...display };
  return effort === undefined ? { thinking } : { thinking, effort };
}

/**
 * Takes manual thinking off a body that continues a round of tool calls without the thinking block
 * that began it (it was another provider's, or is bound to a history that was edited): the API
 * refuses such a request.
 */
function withoutImpossibleThinking(context: RequestContext, body: AnthropicBody): void {
  if (body.thinking?.type !== "enabled") return;
  const last = body.messages.findLast((message) => message.role === "assistant");
  if (last === undefined || !last.content.some((block) => block.type === "tool_use")) return;
  const first = last.content[0]?.type;
  if (first === "thinking" || first === "redacted_thinking") return;
  delete body.thinking;
  context.leaveOut("thinking: the running round of calls began without it");
}

function disabled(context: RequestContext): ThinkingSettings {
  if (!context.has("thinking-disabled-refused")) return { thinking: { type: "disabled" } };
  context.leaveOut(`${context.model.id} always thinks: least effort instead`);
  return { effort: "low" };
}
