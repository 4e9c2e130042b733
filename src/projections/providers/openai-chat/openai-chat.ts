import { PLAIN_NAMES } from "../calls.js";
import { defineProvider } from "../define-provider.js";
import {
  grammarOf,
  openAiArguments,
  openAiSettings,
  openAiToolSettings,
} from "../openai-settings.js";
import type { RequestContext } from "../request-context.js";
import { freeFormSchema, ownTools, type SendableTool } from "../tools.js";
import { CONTINUE, type Unit } from "../units.js";
import type { ChatBody, ChatTool, ChatToolChoice } from "./body.js";
import { takesFreeForm, toChatMessages } from "./messages.js";
import { ChatCompletion, foldChatChunk, readChatCompletion } from "./response.js";

/** OpenAI's Chat Completions, and the servers that speak like it. */
export const openaiChat = defineProvider({
  name: "openai-chat",
  maxIdLength: 40,
  write: toChatBody,
  schema: ChatCompletion,
  read: readChatCompletion,
  begun: { choices: [] },
  fold: foldChatChunk,
});

function toChatBody(context: RequestContext, units: readonly Unit[]) {
  const { instructions } = context.prompt;
  // Models that reason know the newer role; compatible servers know the older one.
  const isNewer = context.model.provider === "openai" && !context.has("no-reasoning");
  const role = isNewer ? "developer" : "system";
  const { messages, origins } = toChatMessages(context, units, role);
  if (instructions !== "") {
    messages.unshift({ role, content: context.text(instructions, null) });
    origins.unshift([]);
  }
  if (messages.length === 0) {
    context.repair("turn-inserted", null, "a request has at least one message");
    messages.push({ role: "user", content: CONTINUE });
    origins.push([]);
  }
  const tools = ownTools(context, PLAIN_NAMES, "API").map((tool) => toTool(context, tool));
  const body: ChatBody = {
    model: context.modelId,
    messages,
    ...openAiToolSettings(context, tools, (name) => toToolChoice(tools, name)),
    ...settings(context),
  };
  return { body, origins };
}

function settings(context: RequestContext): Partial<ChatBody> {
  const { effort, format } = openAiSettings(context);
  const { maxTokens } = context;
  const key = context.options.cache?.key;
  return {
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(format !== undefined && { response_format: { type: "json_schema", json_schema: format } }),
    ...(key !== undefined && { prompt_cache_key: key }),
  };
}

function toTool(context: RequestContext, tool: SendableTool): ChatTool {
  const { named, declaration } = tool;
  if (declaration.kind === "custom" && !takesFreeForm(context)) {
    return { type: "function", function: { ...named, parameters: freeFormSchema(context, tool) } };
  }
  if (declaration.kind === "custom") {
    const grammar = grammarOf(context, declaration);
    if (grammar === null) return { type: "custom", custom: named };
    const { syntax, definition } = grammar;
    const format = { type: "grammar" as const, grammar: { syntax, definition } };
    return { type: "custom", custom: { ...named, format } };
  }
  const { schema, strict } = openAiArguments(context, tool);
  return {
    type: "function",
    function: {
      ...named,
      ...(schema !== null && { parameters: schema }),
      ...(strict !== undefined && { strict }),
    },
  };
}

function toToolChoice(tools: readonly ChatTool[], name: string): ChatToolChoice | undefined {
  for (const tool of tools) {
    if (tool.type === "custom" && tool.custom.name === name) {
      return { type: "custom", custom: { name } };
    }
    if (tool.type === "function" && tool.function.name === name) {
      return { type: "function", function: { name } };
    }
  }
  return undefined;
}
