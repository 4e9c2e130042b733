import { OPENAI_TOOL_RULES } from "./openai-schemas.js";
import { requestRules, type RequestRules } from "./protocol-rule.js";
import type { Violations } from "./violation.js";

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
    "model-named": ["chat", "A request names a model.", "you must provide a model parameter"],
    "messages-given": [
      "chat",
      "A request has at least one message.",
      "Invalid 'messages': empty array. Expected an array with minimum length 1",
    ],
    "effort-able": [
      "reasoning",
      "An effort is asked of models that reason.",
      "Unrecognized request argument supplied: reasoning_effort",
    ],
    "results-called": [
      "calling",
      "Every tool message answers a call of the assistant's message before (law 6).",
      "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    ],
    "calls-answered": [
      "calling",
      "Tool messages for every call follow the message with the calls (law 6).",
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
    ],
    "last-calls-answered": [
      "calling",
      "No request ends with calls that nobody answered (law 6).",
      "tool_call_ids did not have response messages",
    ],
    "role-known": [
      "chat",
      "A message's role is system, developer, user, assistant or tool.",
      "Invalid value: role",
    ],
    "content-given": [
      "chat",
      "Only an assistant's message with calls is without content.",
      "Invalid value for 'content': expected a string, got null",
    ],
    "content-list": ["chat", "A list of content is not empty.", "Invalid 'content': empty array"],
    "part-allowed": ["chat", "A part is of a kind that its message's role may hold."],
    "text-given": ["chat", "A text part has its text.", "missing text"],
    "image-url": [
      "images",
      "An image is an HTTP address or a data URL of PNG, JPEG, WebP or GIF.",
      "Invalid image URL",
    ],
    "image-detail": ["images", "An image's detail is auto, low or high.", "Invalid value: detail"],
    "calls-given": ["chat", "A list of calls is not empty.", "Invalid 'tool_calls': empty array"],
    "call-ids-unique": [
      "calling",
      "No two calls of a message share an id.",
      "Duplicate value for 'tool_call_id'",
    ],
    "call-id": [
      "chat",
      "A call's id has 1 to 40 characters.",
      "Invalid 'tool_calls[].id': string too long. Expected a string with maximum length 40",
    ],
    "call-type": [
      "chat",
      "A call is of a function or of a custom tool.",
      "Invalid value: tool_calls[].type",
    ],
    "call-name": [
      "calling",
      "A call names a tool by 1 to 64 of a-z, A-Z, 0-9, _ and -.",
      "Invalid 'tool_calls[].function.name': string does not match pattern",
    ],
    "call-input": ["chat", "A call's arguments are a string.", "arguments: a string"],
    "tool-name": [
      "calling",
      "A tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -.",
      "Invalid 'tools[].function.name'",
    ],
    "tools-given": ["chat", "A list of tools is not empty.", "[] is too short - 'tools'"],
    "choice-with-tools": [
      "chat",
      "A tool is chosen only where there are tools.",
      "'tool_choice' is only allowed when 'tools' are specified",
    ],
    "parallel-with-tools": [
      "chat",
      "Parallel calls are settled only where there are tools.",
      "'parallel_tool_calls' is only allowed when 'tools' are specified",
    ],
    "choice-declared": [
      "chat",
      "The tool that is chosen is declared.",
      "Tool choice not found in 'tools' parameter",
    ],
    "text-well-formed": [
      "chat",
      "No text holds half a surrogate pair.",
      "the request body is not valid JSON: no low surrogate",
    ],
    ...OPENAI_TOOL_RULES,
  },
);

export type ChatViolations =
  typeof OPENAI_CHAT_RULES extends RequestRules<infer Key> ? Violations<Key> : never;
