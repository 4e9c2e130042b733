import type { ToolDeclaration } from "../../../events/tools-declared.js";
import type { Prompt } from "../../../projections/prompt/prompt.js";
import { CallIds } from "../../../projections/providers/call-ids.js";
import { sendableTools } from "../../../projections/providers/declared-tools.js";
import { pairUnits } from "../../../projections/providers/pair-units.js";
import type { ProviderRequest, RequestOptions } from "../../../projections/providers/provider.js";
import { outputSchemaOf, RequestContext } from "../../../projections/providers/request-context.js";
import { PLAIN_NAMES, wireToolName } from "../../../projections/providers/tool-names.js";
import type { AiEffort, AiSdkBody, AiTool, AiToolChoice } from "./language-model.js";
import { addMessages, type AiConversation } from "./messages.js";

/** The narrowest of the APIs behind the SDK: Anthropic's. */
const ID_RULE = { maxLength: 40, refused: /[^a-zA-Z0-9_-]/g };
const EFFORTS: readonly AiEffort[] = [
  ...(["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const),
];

/** The options of a `doStream` call for the language models of one provider. */
export function toAiSdkRequest(
  prompt: Prompt,
  options: RequestOptions,
  provider: string,
): ProviderRequest<AiSdkBody> {
  const context = new RequestContext(prompt, options);
  const ids = new CallIds(context, ID_RULE);
  const conversation: AiConversation = { context, provider, messages: [], origins: [] };
  if (prompt.instructions !== "") {
    const content = context.text(prompt.instructions, null);
    conversation.messages.push({ role: "system", content });
    conversation.origins.push([]);
  }
  addMessages(conversation, pairUnits(context, ids, prompt.items));
  const { messages, origins } = conversation;
  const body = {
    prompt: messages,
    ...toolSettings(context, prompt.tools),
    ...settings(context, prompt),
  };
  return { body, repairs: context.repairs, origins, instructionOrigins: [], callIds: ids.mapped };
}

function settings(context: RequestContext, prompt: Prompt): Partial<AiSdkBody> {
  const maxTokens = context.options.maxTokens ?? prompt.target.maxOutputTokens ?? undefined;
  const asked = context.reasoning?.effort;
  const effort = EFFORTS.find((known) => known === asked);
  if (asked !== undefined && effort === undefined) {
    context.repair("setting-left-out", null, `effort ${asked} is none of the SDK's`);
  }
  const schema = outputSchemaOf(prompt, context);
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(effort !== undefined && { reasoning: effort }),
    ...(schema !== undefined && { responseFormat: { type: "json", schema, name: "answer" } }),
  };
}

/** The SDK knows functions alone: a free-form tool is one with one argument, `input`. */
function toolSettings(
  context: RequestContext,
  declarations: readonly ToolDeclaration[],
): Pick<AiSdkBody, "tools" | "toolChoice"> {
  const tools = sendableTools(context, declarations, PLAIN_NAMES).flatMap((tool): AiTool[] => {
    const { declaration, name, description, parameters } = tool;
    if (declaration.kind === "foreign") {
      context.repair("setting-left-out", null, `tool ${name} is another API's own`);
      return [];
    }
    const inputSchema = declaration.kind === "custom" ? FREE_TEXT : (parameters ?? ANY_OBJECT);
    return [
      {
        ...{ type: "function", name, inputSchema },
        ...(description !== "" && { description }),
        ...(typeof declaration.strict === "boolean" && { strict: declaration.strict }),
      },
    ];
  });
  if (tools.length === 0) return {};
  const toolChoice = toToolChoice(context, tools);
  return { tools, ...(toolChoice !== undefined && { toolChoice }) };
}

const ANY_OBJECT = { type: "object", properties: {} };
const FREE_TEXT = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

function toToolChoice(context: RequestContext, tools: readonly AiTool[]): AiToolChoice | undefined {
  const { toolChoice } = context.options;
  if (toolChoice === undefined) return undefined;
  if (typeof toolChoice === "string") return { type: toolChoice };
  const toolName = wireToolName(toolChoice.tool, PLAIN_NAMES);
  if (tools.some(({ name }) => name === toolName)) return { type: "tool", toolName };
  context.repair("setting-left-out", null, `tool ${toolChoice.tool} is not declared`);
  return undefined;
}
