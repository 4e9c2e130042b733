import { openAiArguments } from "../../../projections/providers/openai-settings.js";
import { outputSchemaOf } from "../../../projections/providers/request-context.js";
import type { RequestContext } from "../../../projections/providers/request-context.js";
import { chosenTool, freeFormSchema, ownTools } from "../../../projections/providers/tools.js";
import type { Unit } from "../../../projections/providers/units.js";
import { type AiSdkBody, type AiTool, type AiToolChoice, ANY_NAMES } from "./language-model.js";
import { toAiMessages } from "./messages.js";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** The options of a `doStream` call for the language models of one provider. */
export function toAiSdkBody(context: RequestContext, units: readonly Unit[], provider: string) {
  const { messages: prompt, origins } = toAiMessages(context, units, provider);
  const body: AiSdkBody = { prompt, ...toolSettings(context), ...settings(context) };
  return { body, origins };
}

function settings(context: RequestContext): Partial<AiSdkBody> {
  const { maxTokens } = context;
  const asked = context.reasoning?.effort;
  const effort = EFFORTS.find((known) => known === asked);
  if (asked !== undefined && effort === undefined) {
    context.repair("setting-left-out", null, `effort ${asked} is none of the SDK's`);
  }
  const schema = outputSchemaOf(context);
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(effort !== undefined && { reasoning: effort }),
    ...(schema !== undefined && { responseFormat: { type: "json", schema, name: "answer" } }),
  };
}

/**
 * The SDK knows functions alone: a free-form tool is one with one argument, `input`. Schemas are such
 * as OpenAI takes them, which is the strictest.
 */
function toolSettings(context: RequestContext): Pick<AiSdkBody, "tools" | "toolChoice"> {
  const tools = ownTools(context, ANY_NAMES, "API").map((tool): AiTool => {
    if (tool.declaration.kind === "custom") {
      return { type: "function", ...tool.named, inputSchema: freeFormSchema(context, tool) };
    }
    const { schema, strict } = openAiArguments(context, tool);
    return {
      type: "function",
      ...tool.named,
      inputSchema: schema ?? { type: "object", properties: {} },
      ...(strict !== undefined && { strict }),
    };
  });
  if (tools.length === 0) return {};
  const toolChoice = toToolChoice(context, tools);
  return { tools, ...(toolChoice !== undefined && { toolChoice }) };
}

function toToolChoice(context: RequestContext, tools: readonly AiTool[]): AiToolChoice | undefined {
  const { toolChoice } = context.options;
  if (toolChoice === undefined) return undefined;
  if (typeof toolChoice === "string") return { type: toolChoice };
  const isDeclared = (name: string) => tools.some((tool) => tool.name === name);
  const toolName = chosenTool(context, isDeclared, ANY_NAMES);
  return toolName === undefined ? undefined : { type: "tool", toolName };
}
