import { isJsonObject } from "../../events/json.js";
import { findModel } from "../../models/find-model.js";
import type { ModelTrait } from "../../models/model-info.js";
import {
  areUnique,
  list,
  mediaTypeOf,
  record,
  records,
  requestRules,
  text,
  violationsOf,
} from "./violation.js";
import type { Json, KeyOf, Require, Violation } from "./violation.js";

const NEWEST: readonly ModelTrait[] = ["signature-on-calls", "media-in-function-response"];
export const GOOGLE_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const KINDS = ["text", "inlineData", "functionCall", "functionResponse"];
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

type Traits = ReadonlySet<ModelTrait>;

/**
 * Checks the JSON of `generateContent` against the rules of Google's documentation: API reference,
 * "Function calling", "Thought signatures", "Structured output", and the errors that the API answers
 * with (November 2026).
 * @param model the model is in the address, not in the body
 * @returns what the API would refuse; empty: nothing known
 */
export function checkGoogleRequest(body: unknown, model: string): readonly Violation[] {
  return violationsOf(GOOGLE_RULES, body, (require, request) => {
    const found = findModel(model);
    // An unknown model is taken for a new one.
    const traits: Traits = new Set(found.match === "default" ? NEWEST : found.model.traits);
    checkContents(require, request, traits);
    checkConfig(require, request, traits.has("signature-on-calls"));
    for (const part of records(record(request.systemInstruction).parts)) {
      require(text(part.text) !== "", "systemInstruction", "instruction-text");
    }
  });
}

interface Content {
  readonly role: string;
  readonly parts: readonly Json[];
  readonly path: string;
}

function checkContents(require: GoogleRequire, request: Json, traits: Traits): void {
  const contents = records(request.contents).map(({ role, parts }, index): Content => {
    return { role: text(role), parts: records(parts), path: `contents[${index}]` };
  });
  require(contents.length > 0, "contents", "contents-given");
  require(contents[0]?.role === "user", "contents[0]", "first-turn-user");
  require(contents.at(-1)?.role === "user", "contents", "last-turn-user");
  for (const [index, content] of contents.entries()) {
    const { role, parts, path } = content;
    const before = contents[index - 1];
    require(role === "user" || role === "model", path, "role-known");
    require(parts.length > 0, path, "parts-given");
    require(role !== "model" || before?.role !== "model", path, "model-turns-apart");
    for (const [at, part] of parts.entries()) {
      checkPart(require, part, { path: `${path}.parts[${at}]`, role, traits });
    }
    if (role === "user") checkResponses(require, content, before);
    else checkAnswered(require, content, contents[index + 1]);
  }
  if (traits.has("signature-on-calls")) checkSignatures(require, contents);
}

/** What the parts hold under a name, those that do. */
function membersOf(parts: readonly Json[], name: string): readonly Json[] {
  return parts.filter((part) => name in part).map((part) => record(part[name]));
}

function callsOf(content: Content | undefined): readonly Json[] {
  return content?.role === "model" ? membersOf(content.parts, "functionCall") : [];
}

function checkAnswered(require: GoogleRequire, content: Content, next: Content | undefined): void {
  if (callsOf(content).length === 0) return;
  const answers = next?.parts.some((part) => "functionResponse" in part) ?? false;
  require(answers, content.path, "calls-answered");
}

function checkResponses(
  require: GoogleRequire,
  { parts, path }: Content,
  before: Content | undefined,
): void {
  const calls = callsOf(before);
  const responses = membersOf(parts, "functionResponse");
  if (calls.length === 0 && responses.length === 0) return;
  require(responses.length === calls.length, path, "responses-counted");
  require(responses.length === parts.length, path, "responses-alone");
  for (const [index, response] of responses.entries()) {
    const call = calls[index] ?? {};
    require(response.name === call.name, path, "responses-named");
    require(response.id === call.id, path, "responses-identified");
  }
}

/** The first call of each step of the current turn, which begins after the user's last own words. */
function checkSignatures(require: GoogleRequire, contents: readonly Content[]): void {
  const start = contents.findLastIndex(
    ({ role, parts }) => role === "user" && parts.some((part) => !("functionResponse" in part)),
  );
  for (const content of contents.slice(start + 1)) {
    const call = content.parts.find((part) => "functionCall" in part);
    const signed = call === undefined || text(call.thoughtSignature) !== "";
    require(signed, content.path, "call-signed");
  }
}

function checkConfig(require: GoogleRequire, request: Json, isNew: boolean): void {
  const declarations = records(request.tools).flatMap((tool) => records(tool.functionDeclarations));
  const names = declarations.map((tool) => text(tool.name));
  require(areUnique(names), "tools", "tool-names-unique");
  for (const name of names) require(GOOGLE_NAME.test(name), "tools", "tool-name");
  for (const { parametersJsonSchema: schema } of declarations) {
    const isObjects = schema === undefined || record(schema).type === "object";
    require(isObjects, "tools", "tool-schema-object");
  }
  const calling = record(record(request.toolConfig).functionCallingConfig);
  for (const name of list(calling.allowedFunctionNames).map(text)) {
    require(names.includes(name), "toolConfig", "choice-declared");
    require(calling.mode === "ANY", "toolConfig", "choice-any");
  }
  const generation = record(request.generationConfig);
  const thinking = record(generation.thinkingConfig);
  const hasLevel = "thinkingLevel" in thinking;
  require(isNew || !hasLevel, "thinkingConfig", "thinking-level");
  require(!("thinkingBudget" in thinking && hasLevel), "thinkingConfig", "thinking-once");
  const isJson = generation.responseMimeType === "application/json";
  const hasSchema = "responseJsonSchema" in generation;
  require(!hasSchema || isJson, "generationConfig", "schema-with-type");
  const isAlone = names.length === 0;
  require(isNew || !isJson || isAlone, "generationConfig", "schema-without-tools");
}

/** Checks one part of a content. */
function checkPart(
  require: GoogleRequire,
  part: Json,
  { path, role, traits }: { readonly path: string; readonly role: string; readonly traits: Traits },
): void {
  const kinds = KINDS.filter((kind) => kind in part);
  switch (kinds.length === 1 ? kinds[0] : "several") {
    case "text":
      require(text(part.text) !== "", path, "text-given");
      return;
    case "inlineData":
      require(role === "user", path, "media-from-user");
      checkMedia(require, record(part.inlineData), path);
      return;
    case "functionCall": {
      const call = record(part.functionCall);
      require(role === "model", path, "call-from-model");
      require(GOOGLE_NAME.test(text(call.name)), path, "call-name");
      require(isJsonObject(call.args), path, "call-input");
      return;
    }
    case "functionResponse": {
      const response = record(part.functionResponse);
      require(role === "user", path, "response-from-user");
      require(GOOGLE_NAME.test(text(response.name)), path, "response-name");
      require(isJsonObject(response.response), path, "response-object");
      const media = records(response.parts);
      const takesMedia = media.length === 0 || traits.has("media-in-function-response");
      require(takesMedia, path, "response-media");
      for (const medium of media) checkMedia(require, record(medium.inlineData), path);
      return;
    }
    default:
      require(false, path, "part-of-one-kind");
  }
}

/** What both APIs ask of a medium. */
export function checkMedia(
  require: Require<"media-type" | "media-base64" | "media-type-true">,
  { data: given, mimeType: type }: { readonly data?: unknown; readonly mimeType?: unknown },
  path: string,
): void {
  const [data, mimeType] = [text(given), text(type)];
  require(IMAGE_TYPES.includes(mimeType), path, "media-type");
  require(data !== "" && /^[A-Za-z0-9+/=\s]*$/.test(data), path, "media-base64");
  const seen = mediaTypeOf(data);
  require(seen === undefined || seen === mimeType, path, "media-type-true");
}

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
    "instruction-text":
      "content | The system instruction is text, and not empty. | text alone, not empty",
    "contents-given": "content | A request has contents. | contents is not specified",
    "first-turn-user":
      "content | The first content is the user's. | a conversation begins with a user turn",
    "last-turn-user":
      "content | The last content is the user's. | Requests ending with a model turn are not supported",
    "role-known":
      "content | A content is the user's or the model's. | Please use a valid role: user, model",
    "parts-given": "content | Every content has parts. | contents.parts must not be empty",
    "model-turns-apart":
      "calling | No two contents of the model follow each other. | a model turn after a model turn",
    "calls-answered":
      "calling | A content with calls is answered by the very next one (law 6). | a function call turn comes immediately before its function response turn",
    "responses-counted":
      "calling | There are as many responses as calls (law 6). | the number of function response parts is equal to the number of function call parts of the function call turn",
    "responses-alone":
      "calling | Nothing stands beside function responses. | nothing stands beside function responses",
    "responses-named":
      "calling | Responses carry the names of their calls, in their order. | function responses carry the names of the calls, in their order",
    "responses-identified":
      "calling | A response carries the id of its call. | a function response carries the id of its call",
    "call-signed":
      "signatures | The first call of each step of the current turn carries its signature, for models that sign. | Function call is missing a thought_signature in functionCall parts",
    "tool-name":
      "calling | A function's name begins with a letter or _ and has at most 128 of a-z, A-Z, 0-9, _, ., : and -. | Invalid function name",
    "choice-declared":
      "calling | The functions that are allowed are declared. | allowed_function_names: not declared",
    "choice-any":
      "calling | Functions are allowed by name only in mode ANY. | allowed_function_names: only with mode ANY",
    "thinking-level":
      "thinking | A thinking level is given only to models that have levels. | Thinking level is not supported for this model",
    "thinking-once":
      "thinking | A thinking budget and a level exclude each other. | budget and level exclude each other",
    "schema-with-type":
      "structured | A response schema comes with the type application/json. | response_json_schema requires response_mime_type",
    "schema-without-tools":
      "structured | A JSON answer and functions go together only with models that can. | Function calling with a response mime type: 'application/json' is unsupported",
    "text-given":
      "content | No text is empty. | Unable to submit request because it has an empty text parameter",
    "media-from-user": "content | Media stand in contents of the user. | media in a model turn",
    "call-from-model":
      "calling | Calls stand in contents of the model. | a function call in a user turn",
    "call-name": "calling | A call names a function by a valid name. | Invalid function name",
    "call-input": "calling | A call's arguments are an object. | args: a JSON object",
    "response-from-user":
      "calling | Responses stand in contents of the user. | a function response in a model turn",
    "response-name":
      "calling | A response names its function. | function_response.name: Name cannot be empty",
    "response-object": "calling | A response is an object. | response: a JSON object",
    "response-media":
      "calling | Responses hold media only for models that take them there. | media in function responses: not with this model",
    "part-of-one-kind":
      "content | A part is of one kind. | required oneof field 'data' must have one initialized field",
    "media-type": "images | A medium is PNG, JPEG, WebP, HEIC or HEIF. | Unsupported MIME type",
    "media-base64": "images | A medium's data are base 64, and not empty. | Base64 decoding failed",
    "media-type-true":
      "images | A medium is of the type that it is said to be. | the data are of another type",
    "text-well-formed":
      "content | No text holds half a surrogate pair. | the request body is not valid JSON: no low surrogate",
    "tool-schema-object":
      "calling | A function's schema is that of an object. | functionDeclaration parameters schema should be of type OBJECT",
    "tool-names-unique": "calling | No two tools share a name. | tools: names must be unique",
  },
);

type GoogleRequire = Require<KeyOf<typeof GOOGLE_RULES>>;
