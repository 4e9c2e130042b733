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
import type { AnthropicBody, AnthropicText, AnthropicTool, AnthropicToolChoice } from "./body.js";
import { markPrefixes } from "./cache-marks.js";
import { toMessages } from "./messages.js";
import { AnthropicMessageBody, foldAnthropicEvent, readAnthropicMessage } from "./response.js";
import { toThinking, withoutImpossibleThinking } from "./thinking.js";

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
