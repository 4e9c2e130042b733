import { type KeyOf, type Require, requestRules } from "./violation.js";

/** What `POST /v1/messages` refuses (read in November 2026). */
export const ANTHROPIC_RULES = requestRules(
  "anthropic",
  {
    messages: "Messages API reference",
    system: "Mid-conversation system messages",
    tools: "Handle tool calls",
    structured: "Structured outputs",
    thinking: "Extended thinking",
    caching: "Prompt caching",
    compaction: "Compaction on demand",
    vision: "Vision",
  },
  {
    "model-named": "messages | A request names a model. | model: field required",
    "max-tokens-set":
      "messages | A request limits its answer: `max_tokens` is a positive integer. | max_tokens: a positive integer is required",
    "messages-given":
      "messages | A request has at least one message. | messages: at least one message is required",
    "content-given":
      "messages | Every message has content. | all messages must have non-empty content",
    "first-message-user":
      "messages | The first message is the user's. | first message must use the user role",
    "roles-alternate":
      "messages | No two messages of the assistant follow each other; the API joins those of the user. | roles must alternate",
    "system-midway-known":
      "system | A system message among the messages is only for models that take one. | role system: not with this model",
    "system-midway-place":
      "system | A system message among the messages comes after a user turn, and before an assistant turn or at the end. | role system: directly after a user turn, before an assistant turn or at the end",
    "role-known":
      "messages | A message is the user's, the assistant's or the system's. | role: user, assistant or system",
    "calls-answered":
      "tools | Every `tool_use` is answered in the very next message (law 6). | `tool_use` ids were found without `tool_result` blocks immediately after",
    "last-calls-answered":
      "tools | No request ends with calls that nobody answered (law 6). | the last message holds calls without results",
    "no-prefill":
      "messages | A request ends with the user, for models that refuse a begun answer. | this model does not support assistant message prefill",
    "call-ids-unique":
      "tools | No two `tool_use` blocks share an id. | `tool_use` ids must be unique",
    "results-first":
      "tools | In a message, `tool_result` blocks stand before everything else. | tool_result blocks must come first in the content",
    "result-once":
      "tools | A `tool_use` has one result. | each `tool_use` must have a single result",
    "results-called":
      "tools | Every `tool_result` answers a call of the message before (law 6). | unexpected `tool_use_id` found in `tool_result` blocks",
    "tool-name":
      "tools | A tool's name is 1 to 128 of a-z, A-Z, 0-9, _ and -. | name: string should match the pattern",
    "tool-schema-object":
      "tools | A tool's schema is that of an object. | input_schema.type: should be object",
    "tool-schema-plain":
      "tools | A tool's schema has no oneOf, allOf or anyOf at its top. | input_schema does not support oneOf, allOf, or anyOf at the top level",
    "answer-closed":
      "structured | The answer's schema is closed. | For 'object' type, 'additionalProperties' must be explicitly set to false",
    "calls-declared":
      "tools | A history with calls comes with tools. | requests which include `tool_use` blocks must define tools",
    "choice-with-tools":
      "tools | A tool is chosen only where there are tools. | tool_choice may only be specified while providing tools",
    "choice-declared":
      "tools | The tool that is chosen is declared. | tool not found in provided tools",
    "choice-not-forced":
      "tools | A choice is forced only on models that take it. | this model refuses a forced choice",
    "choice-without-thinking":
      "thinking | A forced choice and thinking exclude each other. | thinking may not be enabled when tool_choice forces tool use",
    "thinking-adaptive":
      "thinking | Thinking is adaptive only with models that can. | adaptive thinking is not supported on this model",
    "thinking-disabled":
      "thinking | Thinking is turned off only with models that allow it. | thinking cannot be disabled on this model",
    "thinking-able":
      "thinking | Thinking is asked of models that think. | this model does not think",
    "thinking-manual":
      "thinking | Thinking has a budget of its own only with models that take one. | manual thinking is not supported on this model",
    "thinking-budget":
      "thinking | A thinking budget is at least 1,024 tokens and less than `max_tokens`. | budget_tokens: at least 1024 and less than max_tokens",
    "thinking-first":
      "thinking | With thinking, the newest assistant message that calls begins with a thinking block. | when thinking is enabled, a final assistant message must start with a thinking block",
    "cache-marks":
      "caching | At most four blocks carry a cache mark. | a maximum of 4 blocks with cache_control may be provided",
    "cache-lives":
      "caching | Marks of one hour stand before those of five minutes. | a ttl=1h block must not come after a ttl=5m block",
    "thinking-not-last":
      "thinking | No assistant message ends with a thinking block. | The final block in an assistant message cannot be `thinking`",
    "cache-not-thinking": "caching | Thinking blocks carry no cache mark. | not on thinking blocks",
    "cache-not-empty": "caching | Empty texts carry no cache mark. | not on empty text blocks",
    "compaction-first":
      "compaction | A compaction block stands alone, in the first message, which is the assistant's. | the compaction block is misplaced",
    "compaction-beta":
      "compaction | A compaction, and a block of one, is sent under its beta. | compaction: requires the beta header",
    "block-allowed": "messages | A block is of a kind that its message's role may hold.",
    "text-given": "messages | No text block is empty. | text content blocks must be non-empty",
    "text-visible":
      "messages | No text block is all white space. | text content blocks must contain non-whitespace text",
    "thinking-text":
      "thinking | A thinking block has its text, be it empty. | thinking: field required",
    "thinking-signed": "thinking | A thinking block has its signature. | signature: field required",
    "redacted-data": "thinking | A redacted thinking block has its data. | data: field required",
    "call-id":
      "tools | A call's id is of a-z, A-Z, 0-9, _ and -. | tool_use.id: string should match pattern '^[a-zA-Z0-9_-]+$'",
    "call-name":
      "tools | A call names a tool by 1 to 200 of a-z, A-Z, 0-9, _ and -. | tool_use.name: string should match the pattern",
    "call-input":
      "tools | A call's input is an object. | tool_use.input: input should be an object",
    "result-id":
      "tools | A result names its call by an id of a-z, A-Z, 0-9, _ and -. | tool_use_id: string should match the pattern",
    "result-content": "tools | A result's list of blocks is not empty. | an empty list of results",
    "failure-told":
      "tools | The result of a call that failed says something. | content cannot be empty if `is_error` is true",
    "failure-text":
      "tools | The result of a call that failed is text alone. | all content must be type 'text' if 'is_error' is true",
    "image-url":
      "vision | An image by address has an HTTPS address. | Only HTTPS URLs are supported",
    "image-data":
      "vision | An image in the body has its data in base 64. | image source: base64 data",
    "image-base64": "vision | An image's data are base 64. | invalid base64 data",
    "image-type":
      "vision | An image is JPEG, PNG, GIF or WebP. | media_type: jpeg, png, gif or webp",
    "image-type-true":
      "vision | An image is of the type that it is said to be. | image does not match the provided media type",
    "text-well-formed":
      "messages | No text holds half a surrogate pair. | the request body is not valid JSON: no low surrogate",
    "tool-names-unique": "tools | No two tools share a name. | tools: names must be unique",
  },
);

export type AnthropicRequire = Require<KeyOf<typeof ANTHROPIC_RULES>>;
