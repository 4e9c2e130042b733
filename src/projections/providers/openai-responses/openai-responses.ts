import type { ToolDeclaration } from "../../../events/thread.js";
import type { Prompt } from "../../prompt/prompt.js";
import { CallIds, PLAIN_NAMES } from "../calls.js";
import { blobsNeeded } from "../images.js";
import {
  answerFormat,
  grammarOf,
  openAiArguments,
  openAiEffort,
  openAiToolSettings,
  refuseBudget,
} from "../openai-settings.js";
import { pairUnits } from "../pair-units.js";
import type { Provider, ProviderRequest, RequestOptions } from "../provider.js";
import { outputSchemaOf, RequestContext } from "../request-context.js";
import { type SendableTool, sendableTools } from "../tools.js";
import type { ResponsesBody, ResponsesTool, ResponsesToolChoice } from "./body.js";
import { toInput } from "./input.js";
import { fromResponsesResponse } from "./response.js";
import {
  foldResponsesStream,
  initialResponsesStream,
  type ResponsesStream,
  responsesStreamResult,
} from "./stream.js";

/** OpenAI's Responses API. */
export const openaiResponses: Provider<ResponsesBody, ResponsesStream> = {
  name: "openai-responses",
  blobsNeeded,
  toRequest: toResponsesRequest,
  fromResponse: fromResponsesResponse,
  initialStream: initialResponsesStream,
  foldStream: foldResponsesStream,
  streamResult: responsesStreamResult,
};

/** A body for `POST /v1/responses`, stateless: it asks for encrypted reasoning and stores nothing. */
function toResponsesRequest(
  prompt: Prompt,
  options: RequestOptions = {},
): ProviderRequest<ResponsesBody> {
  const context = new RequestContext(prompt, options);
  const ids = new CallIds(context, { maxLength: 64, refused: /[^a-zA-Z0-9_-]/g });
  const units = pairUnits(context, ids, prompt.items);
  const { input, origins } = toInput(context, units);
  const { instructions } = prompt;
  const tools = toTools(context, prompt.tools);
  const body: ResponsesBody = {
    model: options.model ?? context.model.id,
    ...(instructions === "" ? {} : { instructions: context.text(instructions, null) }),
    input,
    ...openAiToolSettings(context, tools, (name) => toToolChoice(tools, name)),
    ...settings(context, prompt),
    ...(context.has("no-reasoning") ? {} : { include: ["reasoning.encrypted_content"] }),
    store: false,
  };
  return { body, repairs: context.repairs, origins, instructionOrigins: [], callIds: ids.mapped };
}

function settings(context: RequestContext, prompt: Prompt): Partial<ResponsesBody> {
  const { options } = context;
  const maxTokens = options.maxTokens ?? prompt.target.maxOutputTokens ?? undefined;
  const effort = openAiEffort(context);
  refuseBudget(context);
  const summary = context.reasoning?.summary === true && !context.has("no-reasoning");
  const schema = outputSchemaOf(prompt, context);
  const key = options.cache?.key;
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    ...(summary ? { summary: "auto" as const } : {}),
  };
  return {
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
    ...(schema === undefined
      ? {}
      : { text: { format: { type: "json_schema", ...answerFormat(context, schema) } } }),
    ...(key === undefined ? {} : { prompt_cache_key: key }),
  };
}

function toTools(
  context: RequestContext,
  declarations: readonly ToolDeclaration[],
): ResponsesTool[] {
  return sendableTools(context, declarations, PLAIN_NAMES).flatMap((tool) => {
    const made = toTool(context, tool);
    if (made !== null) return [made];
    context.repair("setting-left-out", null, `tool ${tool.name} is of a type unknown here`);
    return [];
  });
}

function toTool(context: RequestContext, tool: SendableTool): ResponsesTool | null {
  const { name, description, declaration } = tool;
  if (declaration.kind === "foreign") return foreignTool(declaration);
  const described = description === "" ? { name } : { name, description };
  if (declaration.kind === "function") {
    // Absent would be strict here, unlike with Chat Completions: all that is optional would be asked for.
    const { schema, strict } = openAiArguments(context, tool);
    return { type: "function", ...described, parameters: schema, strict: strict ?? false };
  }
  const grammar = grammarOf(context, declaration);
  if (grammar === null) return { type: "custom", ...described };
  const { type, syntax, definition } = grammar;
  return { type: "custom", ...described, format: { type, syntax, definition } };
}

/** OpenAI's own tools that need no settings. */
function foreignTool(tool: ToolDeclaration): ResponsesTool | null {
  const type = tool["type"] ?? tool.name;
  return type === "local_shell" || type === "web_search" ? { type } : null;
}

function toToolChoice(
  tools: readonly ResponsesTool[],
  name: string,
): ResponsesToolChoice | undefined {
  for (const tool of tools) {
    if ((tool.type === "function" || tool.type === "custom") && tool.name === name) {
      return { type: tool.type, name };
    }
  }
  return undefined;
}
