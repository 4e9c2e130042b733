import { findModel } from "../../models/find-model.js";
import type { ModelTrait } from "../../models/model-info.js";
import { GOOGLE_RULES, type GoogleViolations } from "./google-rules.js";
import {
  isObject,
  list,
  mediaTypeOf,
  record,
  requireUniqueNames,
  requireWellFormed,
  text,
  type Violation,
  Violations,
} from "./violation.js";

const NEWEST: readonly ModelTrait[] = ["signature-on-calls", "media-in-function-response"];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

/**
 * Checks the JSON of `generateContent` against the rules of Google's documentation: API reference,
 * "Function calling", "Thought signatures", "Structured output", and the errors that the API answers
 * with (November 2026).
 * @param model the model stands in the address, not in the body
 * @returns what the API would refuse; empty: nothing known
 */
export function checkGoogleRequest(body: unknown, model: string): readonly Violation[] {
  const violations = new Violations(GOOGLE_RULES);
  const request = record(body);
  const found = findModel(model);
  // What nothing is known of is taken for new.
  const traits = new Set<ModelTrait>(found.match === "default" ? NEWEST : found.model.traits);
  checkContents(violations, request, traits);
  checkConfig(violations, request, traits);
  for (const part of list(record(request["systemInstruction"])["parts"])) {
    violations.require(text(record(part)["text"]) !== "", "systemInstruction", "instruction-text");
  }
  requireWellFormed(violations, body, "body");
  return violations.list;
}

interface Content {
  readonly role: string;
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  readonly path: string;
}

function checkContents(
  violations: GoogleViolations,
  request: Readonly<Record<string, unknown>>,
  traits: ReadonlySet<ModelTrait>,
): void {
  const contents = list(request["contents"]).map((value, index): Content => {
    const content = record(value);
    const parts = list(content["parts"]).map(record);
    return { role: text(content["role"]), parts, path: `contents[${index}]` };
  });
  violations.require(contents.length > 0, "contents", "contents-given");
  const isFromUser = contents[0]?.role === "user";
  violations.require(isFromUser, "contents[0]", "first-turn-user");
  violations.require(contents.at(-1)?.role === "user", "contents", "last-turn-user");
  for (const [index, content] of contents.entries()) {
    const { role, parts, path } = content;
    const before = contents[index - 1];
    violations.require(role === "user" || role === "model", path, "role-known");
    violations.require(parts.length > 0, path, "parts-given");
    violations.require(role !== "model" || before?.role !== "model", path, "model-turns-apart");
    for (const [at, part] of parts.entries()) {
      checkGooglePart(violations, part, { path: `${path}.parts[${at}]`, role, traits });
    }
    if (role === "user") checkResponses(violations, content, before);
    else checkAnswered(violations, content, contents[index + 1]);
  }
  if (traits.has("signature-on-calls")) checkSignatures(violations, contents);
}

function callsOf(content: Content | undefined): readonly Readonly<Record<string, unknown>>[] {
  if (content?.role !== "model") return [];
  return content.parts
    .filter((part) => "functionCall" in part)
    .map((part) => record(part["functionCall"]));
}

function checkAnswered(
  violations: GoogleViolations,
  content: Content,
  next: Content | undefined,
): void {
  if (callsOf(content).length === 0) return;
  const answers = next?.parts.some((part) => "functionResponse" in part) ?? false;
  violations.require(answers, content.path, "calls-answered");
}

function checkResponses(
  violations: GoogleViolations,
  content: Content,
  before: Content | undefined,
): void {
  const { parts, path } = content;
  const calls = callsOf(before);
  const responses = parts
    .filter((part) => "functionResponse" in part)
    .map((part) => record(part["functionResponse"]));
  if (calls.length === 0 && responses.length === 0) return;
  violations.require(responses.length === calls.length, path, "responses-counted");
  violations.require(responses.length === parts.length, path, "responses-alone");
  for (const [index, response] of responses.entries()) {
    const call = calls[index] ?? {};
    violations.require(response["name"] === call["name"], path, "responses-named");
    violations.require(response["id"] === call["id"], path, "responses-identified");
  }
}

/** The first call of each step of the current turn (behind the last user's own words). */
function checkSignatures(violations: GoogleViolations, contents: readonly Content[]): void {
  const start = contents.findLastIndex(
    ({ role, parts }) => role === "user" && parts.some((part) => !("functionResponse" in part)),
  );
  for (const content of contents.slice(start + 1)) {
    const call = content.parts.find((part) => "functionCall" in part);
    const signed = call === undefined || text(call["thoughtSignature"]) !== "";
    violations.require(signed, content.path, "call-signed");
  }
}

function checkConfig(
  violations: GoogleViolations,
  request: Readonly<Record<string, unknown>>,
  traits: ReadonlySet<ModelTrait>,
): void {
  const declarations = list(request["tools"]).flatMap((tool) =>
    list(record(tool)["functionDeclarations"]).map(record),
  );
  const names = declarations.map((tool) => text(tool["name"]));
  requireUniqueNames(violations, names, "tools");
  for (const name of names) violations.require(NAME.test(name), "tools", "tool-name");
  for (const { parametersJsonSchema: schema } of declarations) {
    const isObjects = schema === undefined || record(schema)["type"] === "object";
    violations.require(isObjects, "tools", "tool-schema-object");
  }
  const calling = record(record(request["toolConfig"])["functionCallingConfig"]);
  for (const name of list(calling["allowedFunctionNames"]).map(text)) {
    violations.require(names.includes(name), "toolConfig", "choice-declared");
    violations.require(calling["mode"] === "ANY", "toolConfig", "choice-any");
  }
  const generation = record(request["generationConfig"]);
  const thinking = record(generation["thinkingConfig"]);
  const isNew = traits.has("signature-on-calls");
  violations.require(isNew || !("thinkingLevel" in thinking), "thinkingConfig", "thinking-level");
  violations.require(
    !("thinkingBudget" in thinking && "thinkingLevel" in thinking),
    "thinkingConfig",
    "thinking-once",
  );
  const json = generation["responseMimeType"] === "application/json";
  violations.require(
    !("responseJsonSchema" in generation) || json,
    "generationConfig",
    "schema-with-type",
  );
  violations.require(
    isNew || !json || names.length === 0,
    "generationConfig",
    "schema-without-tools",
  );
}

const KINDS = ["text", "inlineData", "functionCall", "functionResponse"];
const CALL_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

/** Which one of the fields of a part's `data` is set; empty: none, or more than one. */
function partKind(part: Readonly<Record<string, unknown>>): string {
  const kinds = KINDS.filter((kind) => kind in part);
  return kinds.length === 1 ? (kinds[0] ?? "") : "";
}

/** Checks one part of a content. */
function checkGooglePart(
  violations: GoogleViolations,
  part: Readonly<Record<string, unknown>>,
  place: {
    readonly path: string;
    readonly role: string;
    readonly traits: ReadonlySet<ModelTrait>;
  },
): void {
  const { path, role, traits } = place;
  switch (partKind(part)) {
    case "text":
      violations.require(text(part["text"]) !== "", path, "text-given");
      return;
    case "inlineData":
      violations.require(role === "user", path, "media-from-user");
      checkMedia(violations, record(part["inlineData"]), path);
      return;
    case "functionCall": {
      const call = record(part["functionCall"]);
      violations.require(role === "model", path, "call-from-model");
      violations.require(CALL_NAME.test(text(call["name"])), path, "call-name");
      violations.require(isObject(call["args"]), path, "call-input");
      return;
    }
    case "functionResponse": {
      const response = record(part["functionResponse"]);
      violations.require(role === "user", path, "response-from-user");
      violations.require(CALL_NAME.test(text(response["name"])), path, "response-name");
      violations.require(isObject(response["response"]), path, "response-object");
      const media = list(response["parts"]);
      const takesMedia = media.length === 0 || traits.has("media-in-function-response");
      violations.require(takesMedia, path, "response-media");
      for (const medium of media) {
        checkMedia(violations, record(record(medium)["inlineData"]), path);
      }
      return;
    }
    default:
      violations.require(false, path, "part-of-one-kind");
  }
}

function checkMedia(
  violations: GoogleViolations,
  media: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const data = text(media["data"]);
  const mimeType = text(media["mimeType"]);
  violations.require(IMAGE_TYPES.includes(mimeType), path, "media-type");
  violations.require(data !== "" && /^[A-Za-z0-9+/=\s]*$/.test(data), path, "media-base64");
  const seen = mediaTypeOf(data);
  violations.require(seen === undefined || seen === mimeType, path, "media-type-true");
}
