import { OPENAI_TOOL_RULES } from "./openai-schemas.js";
import { requestRules, type RequestRules, type Violations } from "./violation.js";

/** What `POST /v1/responses` refuses of a stateless request (read in November 2026). */
export const OPENAI_RESPONSES_RULES = requestRules(
  "openai-responses",
  {
    responses: "Responses reference",
    calling: "Function calling",
    structured: "Structured model outputs",
    reasoning: "Reasoning models",
    state: "Conversation state",
    images: "Images and vision",
  },
  {
    "model-named": ["responses", "A request names a model.", "Missing required parameter: 'model'"],
    "reasoning-followed": [
      "reasoning",
      "Reasoning stands directly before what the model made with it.",
      "Item of type 'reasoning' was provided without its required following item",
    ],
    "reasoning-encrypted": [
      "state",
      "In a request that is not stored, reasoning carries its encrypted content.",
      "Items are not persisted when store is false",
    ],
    "item-id": ["responses", "An item's id begins with the letters of its kind."],
    "item-id-once": [
      "responses",
      "No two items have the same id.",
      "Duplicate item found with id. Remove duplicate items from your input and try again",
    ],
    "call-namespace": [
      "calling",
      "A call's namespace has 1 to 64 of a-z, A-Z, 0-9, _ and -.",
      "Invalid 'namespace': string does not match pattern",
    ],
    "call-id": [
      "responses",
      "A call's id has 1 to 64 characters.",
      "Invalid 'call_id': string too long. Expected a string with maximum length 64",
    ],
    "call-name": [
      "calling",
      "A call names a tool by 1 to 64 of a-z, A-Z, 0-9, _ and -.",
      "Invalid 'name': string does not match pattern",
    ],
    "call-input": ["responses", "A call's arguments or input are a string.", "arguments: a string"],
    "output-given": ["responses", "An output is a string or a list.", "output: a string or a list"],
    "compaction-content": [
      "responses",
      "A compaction item has its encrypted content.",
      "encrypted_content: a string",
    ],
    "search-action": [
      "responses",
      "A web search says what it did.",
      "Missing required parameter: 'action'",
    ],
    "item-known": ["responses", "An item is of a kind that the API has."],
    "role-known": [
      "responses",
      "A message's role is user, assistant, developer or system.",
      "Invalid value: role",
    ],
    "content-given": ["responses", "Every message has content.", "Invalid 'content': empty array"],
    "part-allowed": ["responses", "A part is of a kind that its message's role may hold."],
    "image-url": [
      "images",
      "An image is an HTTP address or a data URL of PNG, JPEG, WebP or GIF.",
      "Invalid 'image_url'",
    ],
    "image-detail": [
      "images",
      "An image's detail is auto, low, high or original.",
      "Invalid value: detail",
    ],
    "call-ids-unique": ["calling", "No two calls of a kind share an id.", "Duplicate call_id"],
    "outputs-called": [
      "calling",
      "Every output stands behind a call of its kind and id (law 6).",
      "No tool call found for function call output with call_id",
    ],
    "calls-answered": ["calling", "Every call has an output of its kind and id (law 6)."],
    "tool-name": [
      "calling",
      "A tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -.",
      "Invalid 'tools[].name'",
    ],
    "choice-with-tools": [
      "calling",
      "A tool is chosen only where there are tools.",
      "Tool choice needs tools",
    ],
    "choice-declared": [
      "calling",
      "The tool that is chosen is declared.",
      "Tool choice not found in 'tools' parameter",
    ],
    "reasoning-able": [
      "reasoning",
      "Reasoning is asked of models that reason.",
      "Unsupported parameter: 'reasoning.effort' is not supported with this model",
    ],
    "include-able": [
      "reasoning",
      "Encrypted reasoning is asked of models that reason.",
      "Encrypted content is not supported with this model",
    ],
    "reasoning-taken": [
      "reasoning",
      "Reasoning is given only to models that reason.",
      "Reasoning input items can only be provided to a reasoning or computer use model",
    ],
    "text-well-formed": [
      "responses",
      "No text holds half a surrogate pair.",
      "the request body is not valid JSON: no low surrogate",
    ],
    ...OPENAI_TOOL_RULES,
  },
);

export type ResponsesViolations =
  typeof OPENAI_RESPONSES_RULES extends RequestRules<infer Key> ? Violations<Key> : never;
