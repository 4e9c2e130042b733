import { requestRules, type RequestRules, type Violations } from "./violation.js";

/** What `generateContent` refuses (read in November 2026). */
export const GOOGLE_RULES = requestRules(
  "google",
  {
    content: "API reference",
    calling: "Function calling",
    signatures: "Thought signatures",
    thinking: "Thinking",
    structured: "Structured output",
    images: "Image understanding",
  },
  {
    "instruction-text": [
      "content",
      "The system instruction is text, and not empty.",
      "text alone, not empty",
    ],
    "contents-given": ["content", "A request has contents.", "contents is not specified"],
    "first-turn-user": [
      "content",
      "The first content is the user's.",
      "a conversation begins with a user turn",
    ],
    "last-turn-user": [
      "content",
      "The last content is the user's.",
      "Requests ending with a model turn are not supported",
    ],
    "role-known": [
      "content",
      "A content is the user's or the model's.",
      "Please use a valid role: user, model",
    ],
    "parts-given": ["content", "Every content has parts.", "contents.parts must not be empty"],
    "model-turns-apart": [
      "calling",
      "No two contents of the model follow each other.",
      "a model turn behind a model turn",
    ],
    "calls-answered": [
      "calling",
      "A content with calls is answered by the very next one (law 6).",
      "a function call turn comes immediately before its function response turn",
    ],
    "responses-counted": [
      "calling",
      "There are as many responses as calls (law 6).",
      "the number of function response parts is equal to the number of function call parts of the function call turn",
    ],
    "responses-alone": [
      "calling",
      "Nothing stands beside function responses.",
      "nothing stands beside function responses",
    ],
    "responses-named": [
      "calling",
      "Responses carry the names of their calls, in their order.",
      "function responses carry the names of the calls, in their order",
    ],
    "responses-identified": [
      "calling",
      "A response carries the id of its call.",
      "a function response carries the id of its call",
    ],
    "call-signed": [
      "signatures",
      "The first call of each step of the current turn carries its signature, for models that sign.",
      "Function call is missing a thought_signature in functionCall parts",
    ],
    "tool-name": [
      "calling",
      "A function's name begins with a letter or _ and has at most 128 of a-z, A-Z, 0-9, _, ., : and -.",
      "Invalid function name",
    ],
    "choice-declared": [
      "calling",
      "The functions that are allowed are declared.",
      "allowed_function_names: not declared",
    ],
    "choice-any": [
      "calling",
      "Functions are allowed by name only in mode ANY.",
      "allowed_function_names: only with mode ANY",
    ],
    "thinking-level": [
      "thinking",
      "A thinking level is given only to models that have levels.",
      "Thinking level is not supported for this model",
    ],
    "thinking-once": [
      "thinking",
      "A thinking budget and a level exclude each other.",
      "budget and level exclude each other",
    ],
    "schema-with-type": [
      "structured",
      "A response schema comes with the type application/json.",
      "response_json_schema requires response_mime_type",
    ],
    "schema-without-tools": [
      "structured",
      "A JSON answer and functions go together only with models that can.",
      "Function calling with a response mime type: 'application/json' is unsupported",
    ],
    "text-given": [
      "content",
      "No text is empty.",
      "Unable to submit request because it has an empty text parameter",
    ],
    "media-from-user": ["content", "Media stand in contents of the user.", "media in a model turn"],
    "call-from-model": [
      "calling",
      "Calls stand in contents of the model.",
      "a function call in a user turn",
    ],
    "call-name": ["calling", "A call names a function by a valid name.", "Invalid function name"],
    "call-input": ["calling", "A call's arguments are an object.", "args: a JSON object"],
    "response-from-user": [
      "calling",
      "Responses stand in contents of the user.",
      "a function response in a model turn",
    ],
    "response-name": [
      "calling",
      "A response names its function.",
      "function_response.name: Name cannot be empty",
    ],
    "response-object": ["calling", "A response is an object.", "response: a JSON object"],
    "response-media": [
      "calling",
      "Responses hold media only for models that take them there.",
      "media in function responses: not with this model",
    ],
    "part-of-one-kind": [
      "content",
      "A part is of one kind.",
      "required oneof field 'data' must have one initialized field",
    ],
    "media-type": ["images", "A medium is PNG, JPEG, WebP, HEIC or HEIF.", "Unsupported MIME type"],
    "media-base64": [
      "images",
      "A medium's data are base 64, and not empty.",
      "Base64 decoding failed",
    ],
    "media-type-true": [
      "images",
      "A medium is of the type that it is said to be.",
      "the data are of another type",
    ],
    "text-well-formed": [
      "content",
      "No text holds half a surrogate pair.",
      "the request body is not valid JSON: no low surrogate",
    ],
    "tool-schema-object": [
      "calling",
      "A function's schema is that of an object.",
      "functionDeclaration parameters schema should be of type OBJECT",
    ],
    "tool-names-unique": ["calling", "No two tools share a name.", "tools: names must be unique"],
  },
);

export type GoogleViolations =
  typeof GOOGLE_RULES extends RequestRules<infer Key> ? Violations<Key> : never;
