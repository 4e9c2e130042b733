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
import { CONTINUE, type Unit } from "../units.js";
import type {
  ResponsesBody,
  ResponsesNamespace,
  ResponsesTool,
  ResponsesToolChoice,
} from "./body.js";
import { ownName } from "./calls.js";
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
  if (input.length === 0) {
    context.repair("turn-inserted", null, "a request has an item, instructions or not");
    input.push({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: CONTINUE }],
    });
    origins.push([]);
  }
  const { tools, choices } = toTools(context);
  const body: ResponsesBody = {
    model: context.modelId,
    ...(instructions !== "" && !isMessage && { instructions }),
    input,
    ...openAiToolSettings(context, tools, (name) => choices.get(name)),
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

/** The tools as they are declared, and how each that can be forced is called then, by its whole name. */
function toTools(context: RequestContext) {
  const choices = new Map<string, ResponsesToolChoice>();
  const spaces = new Map<string, ResponsesNamespace>();
  const tools = sendableTools(context, PLAIN_NAMES, ownName).flatMap((tool): ResponsesTool[] => {
    const made = toTool(context, tool);
    if (made === null) {
      context.leaveOut(`tool ${tool.named.name} is of a type unknown here`);
      return [];
    }
    const { name: fullName, namespace } = tool.declaration;
    const wholeName = wireToolName(fullName, PLAIN_NAMES);
    if (made.type !== "function" || namespace === undefined) {
      if ("name" in made) choices.set(wholeName, { type: made.type, name: made.name });
      return [made];
    }
    const space = wireToolName(namespace.name, PLAIN_NAMES);
    // As OpenAI's agents SDK names it; the API's reference names no form.
    choices.set(wholeName, { type: "function", name: `${space}.${made.name}` });
    const known = spaces.get(space);
    known?.tools.push(made);
    if (known !== undefined) return [];
    const { description } = namespace;
    const first: ResponsesNamespace = {
      type: "namespace",
      name: space,
      description,
      tools: [made],
    };
    spaces.set(space, first);
    return [first];
  });
  return { tools, choices };
}

type SingleTool = Exclude<ResponsesTool, ResponsesNamespace>;

function toTool(context: RequestContext, tool: SendableTool): SingleTool | null {
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

function foreignTool(tool: ToolDeclaration): SingleTool | null {
  const type = tool.type ?? tool.name;
  return type === "local_shell" || type === "web_search" ? { type } : null;
}
