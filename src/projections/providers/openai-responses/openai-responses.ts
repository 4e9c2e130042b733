import { nameInSpace } from "../../../events/calls.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { PLAIN_NAMES, wireToolName } from "../calls.js";
import { defineProvider } from "../define-provider.js";
import {
  grammarOf,
  openAiArguments,
  openAiSettings,
  openAiToolSettings,
} from "../openai-settings.js";
import type { RequestContext } from "../request-context.js";
import { type SendableTool, sendableTools } from "../tools.js";
import type { Unit } from "../units.js";
import type {
  ResponsesBody,
  ResponsesNamespace,
  ResponsesTool,
  ResponsesToolChoice,
} from "./body.js";
import { toInput } from "./input.js";
import { foldResponseEvent, readResponse, ResponseBody } from "./response.js";

/** OpenAI's Responses API. */
export const openaiResponses = defineProvider({
  name: "openai-responses",
  maxIdLength: 64,
  write: toResponsesBody,
  schema: ResponseBody,
  read: readResponse,
  begun: { output: [] },
  fold: foldResponseEvent,
});

/** A body for `POST /v1/responses`, stateless: it asks for encrypted reasoning and stores nothing. */
function toResponsesBody(context: RequestContext, units: readonly Unit[]) {
  const { input, origins } = toInput(context, units);
  const instructions = context.text(context.prompt.instructions, null);
  const isFirst = context.isPi || context.prompt.instructionsAsItem === true;
  const isMessage = isFirst && instructions !== "";
  if (isMessage) {
    const content = [{ type: "input_text" as const, text: instructions }];
    input.unshift({ type: "message", role: "developer", content });
    origins.unshift([]);
  }
  const tools = toTools(context);
  const body: ResponsesBody = {
    model: context.modelId,
    ...(instructions !== "" && !isMessage && { instructions }),
    input,
    ...openAiToolSettings(context, tools, (name) => toToolChoice(tools, name)),
    ...settings(context),
    ...(!context.has("no-reasoning") && { include: ["reasoning.encrypted_content"] }),
    store: false,
  };
  return { body, origins };
}

function settings(context: RequestContext): Partial<ResponsesBody> {
  const { effort, format } = openAiSettings(context);
  const { maxTokens } = context;
  const isSummarised = context.reasoning?.summary === true && !context.has("no-reasoning");
  const key = context.options.cache?.key;
  const reasoning = {
    ...(effort !== undefined && { effort }),
    ...(isSummarised && { summary: "auto" as const }),
  };
  return {
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...(format !== undefined && { text: { format: { type: "json_schema", ...format } } }),
    ...(key !== undefined && { prompt_cache_key: key }),
  };
}

function toTools(context: RequestContext): ResponsesTool[] {
  const spaces = new Map<string, ResponsesNamespace>();
  return sendableTools(context, PLAIN_NAMES).flatMap((tool) => {
    const made = toTool(context, tool);
    const { name: fullName, namespace } = tool.declaration;
    if (made?.type === "function" && namespace !== undefined) {
      const { name: space, description } = namespace;
      const ownName = fullName.slice(nameInSpace(space, "").length);
      const inner = { ...made, name: wireToolName(ownName, PLAIN_NAMES) };
      const known = spaces.get(space);
      known?.tools.push(inner);
      if (known !== undefined) return [];
      const first: ResponsesNamespace = {
        type: "namespace",
        name: space,
        description,
        tools: [inner],
      };
      spaces.set(space, first);
      return [first];
    }
    if (made !== null) return [made];
    context.leaveOut(`tool ${tool.named.name} is of a type unknown here`);
    return [];
  });
}

function toTool(context: RequestContext, tool: SendableTool): ResponsesTool | null {
  const { named, declaration } = tool;
  if (declaration.kind === "foreign") return foreignTool(declaration);
  if (declaration.kind === "function") {
    // Absent would be strict here, unlike with Chat Completions: optional members would be required.
    const { schema, strict } = openAiArguments(context, tool);
    return { type: "function", ...named, parameters: schema, strict: strict ?? false };
  }
  const grammar = grammarOf(context, declaration);
  if (grammar === null) return { type: "custom", ...named };
  const { type, syntax, definition } = grammar;
  return { type: "custom", ...named, format: { type, syntax, definition } };
}

function foreignTool(tool: ToolDeclaration): ResponsesTool | null {
  const type = tool.type ?? tool.name;
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
