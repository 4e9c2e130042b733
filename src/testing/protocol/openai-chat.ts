import { isJsonObject } from "../../events/json.js";
import { findModel } from "../../models/find-model.js";
import {
  isImageUrl,
  OPENAI_TOOL_RULES,
  requireAnswer,
  requireArguments,
} from "./openai-schemas.js";
import { areUnique, list, record, records, requestRules, text, violationsOf } from "./violation.js";
import type { Json, KeyOf, Require, Violation } from "./violation.js";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ["text"],
  developer: ["text"],
  user: ["text", "image_url"],
  assistant: ["text"],
  tool: ["text"],
};

/**
 * Checks a body of `POST /v1/chat/completions` against the rules of OpenAI's documentation: Chat
 * Completions reference, "Function calling", "Images and vision", and the errors that the API
 * answers with (November 2026).
 * @returns what the API would refuse; empty: nothing known
 */
export function checkChatRequest(body: unknown): readonly Violation[] {
  return violationsOf(OPENAI_CHAT_RULES, body, (require, request) => {
    require(text(request.model) !== "", "model", "model-named");
    const messages = records(request.messages);
    require(messages.length > 0, "messages", "messages-given");
    checkMessages(require, messages);
    checkTools(require, request);
    const reasons = !findModel(text(request.model)).model.traits.includes("no-reasoning");
    require(reasons || !("reasoning_effort" in request), "reasoning_effort", "effort-able");
  });
}

function checkMessages(require: ChatRequire, messages: readonly Json[]): void {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    checkContent(require, message, path);
    if (message.role === "tool") {
      const id = text(message.tool_call_id);
      require(open.includes(id), path, "results-called");
      open = open.filter((other) => other !== id);
      continue;
    }
    require(open.length === 0, path, "calls-answered");
    open = message.role === "assistant" ? checkCalls(require, message, path) : [];
  }
  require(open.length === 0, "messages", "last-calls-answered");
}

function checkContent(require: ChatRequire, message: Json, path: string): void {
  const { content } = message;
  const role = text(message.role);
  const allowed = PARTS[role];
  require(allowed !== undefined, path, "role-known");
  if (typeof content === "string") return;
  if (content === null || content === undefined) {
    const calls = list(message.tool_calls).length > 0;
    require(role === "assistant" && calls, path, "content-given");
    return;
  }
  require(list(content).length > 0, path, "content-list");
  for (const part of records(content)) {
    const type = text(part.type);
    const words = `content type ${type} in a message of ${role}`;
    require(allowed?.includes(type) ?? false, path, "part-allowed", words);
    if (type === "text") require(typeof part.text === "string", path, "text-given");
    if (type !== "image_url") continue;
    const { url, detail } = record(part.image_url);
    require(isImageUrl(url), path, "image-url");
    require(["auto", "low", "high"].includes(text(detail ?? "auto")), path, "image-detail");
  }
}

/** @returns the ids that the next messages have to answer */
function checkCalls(require: ChatRequire, message: Json, path: string): string[] {
  const calls = records(message.tool_calls);
  if ("tool_calls" in message) require(calls.length > 0, path, "calls-given");
  const ids = calls.map((call) => text(call.id));
  require(areUnique(ids), path, "call-ids-unique");
  for (const [index, call] of calls.entries()) {
    const id = ids[index] ?? "";
    require(id !== "" && id.length <= 40, path, "call-id");
    const type = text(call.type);
    const inner = record(call[type]);
    require(type === "function" || type === "custom", path, "call-type");
    require(NAME.test(text(inner.name)), path, "call-name");
    const input = type === "function" ? inner.arguments : inner.input;
    require(typeof input === "string", path, "call-input");
  }
  return ids;
}

function checkTools(require: ChatRequire, request: Json): void {
  const tools = records(request.tools);
  const names = tools.map((tool) => text(record(tool[text(tool.type)]).name));
  require(areUnique(names), "tools", "tool-names-unique");
  for (const name of names) require(NAME.test(name), "tools", "tool-name");
  for (const tool of tools) requireArguments(require, record(tool.function));
  requireAnswer(require, record(record(request.response_format).json_schema), "response_format");
  const hasTools = tools.length > 0;
  if ("tools" in request) require(hasTools, "tools", "tools-given");
  require(hasTools || !("tool_choice" in request), "tool_choice", "choice-with-tools");
  const parallel = "parallel_tool_calls";
  require(hasTools || !(parallel in request), parallel, "parallel-with-tools");
  const choice = request.tool_choice;
  if (!isJsonObject(choice)) return;
  const name = text(record(choice[text(choice.type)]).name);
  require(names.includes(name), "tool_choice", "choice-declared");
}

/** What `POST /v1/chat/completions` refuses (read in November 2026). */
export const OPENAI_CHAT_RULES = requestRules(
  "openai-chat",
  {
    chat: "Chat Completions reference",
    calling: "Function calling",
    structured: "Structured model outputs",
    reasoning: "Reasoning models",
    images: "Images and vision",
  },
  {
    "model-named": "chat | A request names a model. | you must provide a model parameter",
    "messages-given":
      "chat | A request has at least one message. | Invalid 'messages': empty array. Expected an array with minimum length 1",
    "effort-able":
      "reasoning | An effort is asked of models that reason. | Unrecognized request argument supplied: reasoning_effort",
    "results-called":
      "calling | Every tool message answers a call of the assistant's message before (law 6). | messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    "calls-answered":
      "calling | Tool messages for every call follow the message with the calls (law 6). | An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
    "last-calls-answered":
      "calling | No request ends with calls that nobody answered (law 6). | tool_call_ids did not have response messages",
    "role-known":
      "chat | A message's role is system, developer, user, assistant or tool. | Invalid value: role",
    "content-given":
      "chat | Only an assistant's message with calls is without content. | Invalid value for 'content': expected a string, got null",
    "content-list": "chat | A list of content is not empty. | Invalid 'content': empty array",
    "part-allowed": "chat | A part is of a kind that its message's role may hold.",
    "text-given": "chat | A text part has its text. | missing text",
    "image-url":
      "images | An image is an HTTP address or a data URL of PNG, JPEG, WebP or GIF. | Invalid image URL",
    "image-detail": "images | An image's detail is auto, low or high. | Invalid value: detail",
    "calls-given": "chat | A list of calls is not empty. | Invalid 'tool_calls': empty array",
    "call-ids-unique":
      "calling | No two calls of a message share an id. | Duplicate value for 'tool_call_id'",
    "call-id":
      "chat | A call's id has 1 to 40 characters. | Invalid 'tool_calls[].id': string too long. Expected a string with maximum length 40",
    "call-type":
      "chat | A call is of a function or of a custom tool. | Invalid value: tool_calls[].type",
    "call-name":
      "calling | A call names a tool by 1 to 64 of a-z, A-Z, 0-9, _ and -. | Invalid 'tool_calls[].function.name': string does not match pattern",
    "call-input": "chat | A call's arguments are a string. | arguments: a string",
    "tool-name":
      "calling | A tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -. | Invalid 'tools[].function.name'",
    "tools-given": "chat | A list of tools is not empty. | [] is too short - 'tools'",
    "choice-with-tools":
      "chat | A tool is chosen only where there are tools. | 'tool_choice' is only allowed when 'tools' are specified",
    "parallel-with-tools":
      "chat | Parallel calls are settled only where there are tools. | 'parallel_tool_calls' is only allowed when 'tools' are specified",
    "choice-declared":
      "chat | The tool that is chosen is declared. | Tool choice not found in 'tools' parameter",
    "text-well-formed":
      "chat | No text holds half a surrogate pair. | the request body is not valid JSON: no low surrogate",
    ...OPENAI_TOOL_RULES,
  },
);

type ChatRequire = Require<KeyOf<typeof OPENAI_CHAT_RULES>>;
