import { isJsonObject } from "../../events/json.js";
import { findModel } from "../../models/find-model.js";
import { checkMedia, GOOGLE_NAME } from "./google.js";
import { areUnique, list, record, records, requestRules, text, violationsOf } from "./violation.js";
import type { Json, KeyOf, Require, Violation } from "./violation.js";

/**
 * Checks the JSON of `POST /v1beta/interactions` against the rules of Google's documentation and of
 * the official client's types, and what users of the API reported as refused (docs/providers.md §7).
 * Only bodies of stateless requests are looked at: the whole conversation is in the input.
 * @returns what the API would refuse; empty: nothing known
 */
export function checkInteractionsRequest(body: unknown): readonly Violation[] {
  return violationsOf(INTERACTIONS_RULES, body, (require, request) => {
    const model = text(request.model);
    require(model !== "", "model", "model-named");
    require(request.store === false, "store", "stateless");
    require(!("previous_interaction_id" in request), "previous_interaction_id", "stateless");
    const { match, model: known } = findModel(model);
    // An unknown model is taken for a new one.
    const signs = match === "default" || known.traits.includes("signature-on-calls");
    checkSteps(require, request, signs);
    checkTools(require, request);
    checkSettings(require, request, signs);
  });
}

function checkSteps(require: InteractionsRequire, request: Json, signs: boolean): void {
  const steps = records(request.input);
  require(steps.length > 0, "input", "input-given");
  require(steps.length === 0 || steps[0]?.type === "user_input", "input[0]", "first-step-user");
  const last = text(steps.at(-1)?.type);
  const isAsked = steps.length === 0 || last === "user_input" || last === "function_result";
  require(isAsked, "input", "last-step-user");
  for (const [index, step] of steps.entries()) checkStep(require, step, `input[${index}]`);
  checkPairs(require, steps);
  if (signs) checkSignatures(require, steps);
}

function checkStep(require: InteractionsRequire, step: Json, path: string): void {
  switch (step.type) {
    case "user_input":
    case "model_output": {
      const content = records(step.content);
      require(content.length > 0, path, "content-given");
      for (const [at, part] of content.entries()) {
        const isUser = step.type === "user_input";
        checkContent(require, part, { path: `${path}.content[${at}]`, isUser });
      }
      return;
    }
    case "thought":
      require(text(step.signature) !== "", path, "thought-signed");
      for (const part of records(step.summary)) {
        require(part.type === "text" && text(part.text) !== "", path, "summary-text");
      }
      return;
    case "function_call":
      require(GOOGLE_NAME.test(text(step.name)), path, "call-name");
      require(text(step.id) !== "", path, "call-id");
      require(isJsonObject(step.arguments), path, "call-input");
      return;
    case "function_result":
      checkResult(require, step, path);
      return;
    default:
      require(false, path, "step-known");
  }
}

function checkResult(require: InteractionsRequire, step: Json, path: string): void {
  const { result } = step;
  const isGiven = typeof result === "string" || isJsonObject(result) || list(result).length > 0;
  require(isGiven, path, "result-given");
  for (const [at, part] of records(result).entries()) {
    checkContent(require, part, { path: `${path}.result[${at}]`, isUser: true });
  }
}

function checkContent(
  require: InteractionsRequire,
  part: Json,
  { path, isUser }: { readonly path: string; readonly isUser: boolean },
): void {
  if (part.type === "text") {
    require(text(part.text) !== "", path, "text-given");
    return;
  }
  require(part.type === "image", path, "content-known");
  if (part.type !== "image") return;
  require(isUser, path, "media-from-user");
  checkMedia(require, { data: part.data, mimeType: part.mime_type }, path);
}

/** Results stand directly after the calls of an answer, one for each. */
function checkPairs(require: InteractionsRequire, steps: readonly Json[]): void {
  let open: readonly Json[] = [];
  for (const [index, step] of steps.entries()) {
    const path = `input[${index}]`;
    if (step.type === "function_call") {
      require(!open.some(({ id }) => id === step.id), path, "call-ids-unique");
      open = [...open, step];
    } else if (step.type === "function_result") {
      const call = open.find(({ id }) => id === step.call_id);
      require(call !== undefined, path, "results-called");
      const isNamed = call === undefined || !("name" in step) || step.name === call.name;
      require(isNamed, path, "results-named");
      open = open.filter((other) => other !== call);
    } else if (step.type === "user_input") {
      require(open.length === 0, path, "calls-answered");
      open = [];
    }
  }
  require(open.length === 0, "input", "calls-answered");
}

/** Between the user's input, or a result, and the calls after it stands a signed thought. */
function checkSignatures(require: InteractionsRequire, steps: readonly Json[]): void {
  let isSigned = false;
  for (const [index, step] of steps.entries()) {
    if (step.type === "thought") isSigned = true;
    else if (step.type === "user_input" || step.type === "function_result") isSigned = false;
    else if (step.type === "function_call") require(isSigned, `input[${index}]`, "calls-signed");
  }
}

function checkTools(require: InteractionsRequire, request: Json): void {
  const tools = records(request.tools);
  const names = tools.map(({ name }) => text(name));
  require(areUnique(names), "tools", "tool-names-unique");
  for (const name of names) require(GOOGLE_NAME.test(name), "tools", "tool-name");
  for (const { type, parameters } of tools) {
    require(type === "function", "tools", "tool-type");
    const isObject = parameters === undefined || record(parameters).type === "object";
    require(isObject, "tools", "tool-schema-object");
    require(!holdsEmptyRequired(parameters), "tools", "tool-schema-required");
  }
  const { allowed_tools: allowed } = record(record(request.generation_config).tool_choice);
  for (const name of list(record(allowed).tools).map(text)) {
    require(names.includes(name), "generation_config", "choice-declared");
  }
}

function holdsEmptyRequired(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsEmptyRequired);
  if (!isJsonObject(schema)) return false;
  const { required } = schema;
  return (
    (Array.isArray(required) && required.length === 0) ||
    Object.values(schema).some(holdsEmptyRequired)
  );
}

function checkSettings(require: InteractionsRequire, request: Json, signs: boolean): void {
  const { thinking_level: level } = record(request.generation_config);
  const levels = ["minimal", "low", "medium", "high"];
  const isTaken = level === undefined || (signs && levels.includes(text(level)));
  require(isTaken, "generation_config", "thinking-level");
  const format = record(request.response_format);
  const isJson = !("schema" in format) || format.mime_type === "application/json";
  require(isJson, "response_format", "schema-with-type");
  const isAlone = records(request.tools).length === 0;
  require(signs || isAlone || !("schema" in format), "response_format", "schema-without-tools");
}

/** What the Interactions API refuses (read in November 2026). */
export const INTERACTIONS_RULES = requestRules(
  "google-interactions",
  {
    reference: "Interactions API reference",
    calling: "Function calling",
    thinking: "Gemini thinking",
    structured: "Structured output",
    images: "Image understanding",
  },
  {
    "model-named": "reference | A request names a model. | model is required",
    stateless:
      "reference | A request stores nothing, and builds on nothing that is stored. | store: false, without previous_interaction_id",
    "input-given": "reference | A request has steps as its input. | input is required",
    "first-step-user":
      "reference | The first step is the user's. | a conversation begins with the user",
    "last-step-user":
      "reference | The last step is the user's, or a result. | Requests ending with a model turn are not supported",
    "step-known":
      "reference | A step is input, output, a thought, a call or a result. | steps: unknown type",
    "content-given":
      "reference | Every step of input or output has content. | content must not be empty",
    "content-known": "reference | A content is a text or an image. | content: unknown type",
    "text-given": "reference | No text is empty. | it has an empty text parameter",
    "summary-text": "thinking | A summary is text, and not empty. | summary: text alone, not empty",
    "thought-signed":
      "thinking | A thought that is sent back carries its signature. | Request contains an invalid argument.",
    "calls-signed":
      "thinking | A signed thought stands before the calls of an answer, for models that sign. | Function call is missing a thought_signature",
    "call-name": "calling | A call names a function by a valid name. | Invalid function name",
    "call-id": "calling | A call has an id. | function_call: id is required",
    "call-input": "calling | A call's arguments are an object. | arguments: a JSON object",
    "call-ids-unique":
      "calling | No two calls that wait for their results share an id. | function_call: ids must be unique",
    "calls-answered":
      "calling | Every call has its result before the user's next input (law 6). | a function call without a function result",
    "results-called":
      "calling | Every result answers a call that is before it (law 6). | call_id: no such function call",
    "results-named":
      "calling | A result carries the name of its call. | name: not that of the call",
    "result-given": "calling | A result says something. | result is required",
    "media-from-user":
      "reference | Images stand in what the user or a tool says. | media in a model turn",
    "media-type": "images | An image is PNG, JPEG, WebP, HEIC or HEIF. | Unsupported MIME type",
    "media-base64": "images | An image's data are base 64, and not empty. | Base64 decoding failed",
    "media-type-true":
      "images | An image is of the type that it is said to be. | the data are of another type",
    "tool-type": "calling | A declared tool is a function. | tools: unknown type",
    "tool-name":
      "calling | A function's name begins with a letter or _ and has at most 128 of a-z, A-Z, 0-9, _, ., : and -. | Invalid function name",
    "tool-names-unique": "calling | No two tools share a name. | tools: names must be unique",
    "tool-schema-object":
      "calling | A function's schema is that of an object. | parameters schema should be of type OBJECT",
    "tool-schema-required":
      "calling | No list of required members is empty. | required: must not be empty",
    "choice-declared":
      "calling | The functions that are allowed are declared. | allowed_tools: not declared",
    "thinking-level":
      "thinking | A thinking level is minimal, low, medium or high, for models that have levels. | Thinking level is not supported for this model",
    "schema-with-type":
      "structured | A schema comes with the type application/json. | response_format: schema requires mime_type",
    "schema-without-tools":
      "structured | A schema and functions go together only with models that can. | Function calling with a response mime type: 'application/json' is unsupported",
    "text-well-formed":
      "reference | No text holds half a surrogate pair. | the request body is not valid JSON: no low surrogate",
  },
);

type InteractionsRequire = Require<KeyOf<typeof INTERACTIONS_RULES>>;
