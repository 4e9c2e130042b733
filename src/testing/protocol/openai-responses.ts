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

/** Item ids begin with the letters of their kind. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
  web_search_call: "ws",
  local_shell_call: "lsh",
  image_generation_call: "ig",
  tool_search_call: "tsc",
};

const OUTPUT_OF: Readonly<Record<string, string>> = {
  function_call: "function_call_output",
  local_shell_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  tool_search_call: "tool_search_output",
};

/** Kinds that the model makes: what reasoning may be before. */
const MODEL_MADE = [...Object.keys(ID_PREFIXES), "compaction"];

/** What the API takes in the place of items. */
const STAND_INS = ["previous_response_id", "prompt", "conversation"];

/**
 * Checks a body of `POST /v1/responses` against the rules of OpenAI's documentation: Responses
 * reference, "Function calling", "Reasoning models", "Conversation state", and the errors that the
 * API answers with (November 2026). Bodies are taken for stateless ones.
 * @returns what the API would refuse; empty: nothing known
 */
export function checkResponsesRequest(body: unknown): readonly Violation[] {
  return violationsOf(OPENAI_RESPONSES_RULES, body, (require, request) => {
    const input = records(request.input);
    require(text(request.model) !== "", "model", "model-named");
    const goesOn = STAND_INS.some((name) => (request[name] ?? null) !== null);
    const isGiven = input.length > 0 || text(request.input) !== "" || goesOn;
    require(isGiven, "input", "input-given");
    for (const [index, item] of input.entries()) {
      const path = `input[${index}]`;
      checkItem(require, item, path);
      if (item.type !== "reasoning") continue;
      const next = record(input[index + 1]);
      const made = MODEL_MADE.includes(kindOf(next)) && (next.role ?? "assistant") === "assistant";
      require(made, path, "reasoning-followed");
      const encrypted = text(item.encrypted_content) !== "";
      require(request.store !== false || encrypted, path, "reasoning-encrypted");
    }
    checkIdsOnce(require, input);
    checkPairs(require, input);
    checkTools(require, request);
    checkReasoning(require, request, input);
  });
}

function checkItem(require: ResponsesRequire, item: Json, path: string): void {
  const type = kindOf(item);
  checkIds(require, item, path);
  switch (type) {
    case "message":
      checkMessage(require, item, path);
      return;
    case "function_call":
    case "custom_tool_call": {
      require(NAME.test(text(item.name)), path, "call-name");
      const value = type === "function_call" ? item.arguments : item.input;
      require(typeof value === "string", path, "call-input");
      require(NAME.test(text(item.namespace ?? "none")), path, "call-namespace");
      return;
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const { output } = item;
      require(typeof output === "string" || Array.isArray(output), path, "output-given");
      checkParts(require, records(output), path, false);
      return;
    }
    case "compaction":
      require(typeof item.encrypted_content === "string", path, "compaction-content");
      return;
    case "web_search_call":
      require(isJsonObject(item.action), path, "search-action");
      return;
    case "reasoning":
    case "local_shell_call":
    case "tool_search_call":
    case "tool_search_output":
    case "image_generation_call":
    case "additional_tools": // this kind and the next are in no reference: Codex 0.169 sends them
    case "agent_message":
      return;
    default:
      require(false, path, "item-known", `Invalid value: '${type}'`);
  }
}

/** A message may leave its type out. */
function kindOf({ type, role }: Json): string {
  return text(type) || (typeof role === "string" ? "message" : "");
}

function checkIds(require: ResponsesRequire, item: Json, path: string): void {
  const { id, call_id: callId } = item;
  if (typeof id === "string") {
    const prefix = ID_PREFIXES[kindOf(item)] ?? "";
    const fits = prefix !== "" && id.startsWith(prefix) && /^[a-zA-Z0-9_-]+$/.test(id);
    const words = `Invalid id. Expected an ID that begins with '${prefix}'`;
    require(fits, path, "item-id", words);
  }
  if (typeof callId !== "string") return;
  require(callId !== "" && callId.length <= 64, path, "call-id");
}

function checkIdsOnce(require: ResponsesRequire, input: readonly Json[]): void {
  const taken = new Set<unknown>();
  for (const [index, { id }] of input.entries()) {
    if (typeof id !== "string") continue;
    require(!taken.has(id), `input[${index}]`, "item-id-once");
    taken.add(id);
  }
}

function checkMessage(require: ResponsesRequire, { role, content }: Json, path: string): void {
  const isKnown = ["user", "assistant", "developer", "system"].includes(text(role));
  require(isKnown, path, "role-known");
  const isGiven = text(content) !== "" || list(content).length > 0; // a string is one part of text
  require(isGiven, path, "content-given");
  checkParts(require, records(content), path, role === "assistant");
}

function checkParts(
  require: ResponsesRequire,
  parts: readonly Json[],
  path: string,
  isAssistant: boolean,
): void {
  const allowed = isAssistant ? ["output_text", "refusal"] : ["input_text", "input_image"];
  const details = ["auto", "low", "high", "original"];
  for (const { type, image_url: url, detail } of parts) {
    const supported = `Supported values are: ${allowed.join(", ")}`;
    const words = `Invalid value: '${text(type)}'. ${supported}`;
    require(allowed.includes(text(type)), path, "part-allowed", words);
    if (type !== "input_image") continue;
    require(isImageUrl(url), path, "image-url");
    require(details.includes(text(detail ?? "auto")), path, "image-detail");
  }
}

/** Every call has one output, of its kind, after it; every output a call. Server searches too. */
function checkPairs(require: ResponsesRequire, input: readonly Json[]): void {
  const open = new Map<string, number>();
  for (const [index, item] of input.entries()) {
    const type = text(item.type);
    const id = item.call_id === null ? "null" : `id ${text(item.call_id)}`;
    const output = OUTPUT_OF[type];
    if (output !== undefined) {
      const key = `${output} ${id}`;
      const isRepeated = item.call_id !== null && open.has(key);
      require(!isRepeated, `input[${index}]`, "call-ids-unique");
      open.set(key, (open.get(key) ?? 0) + 1);
    } else if (type.endsWith("_output")) {
      const key = `${type} ${id}`;
      const waiting = open.get(key) ?? 0;
      require(waiting > 0, `input[${index}]`, "outputs-called");
      open.set(key, waiting - 1);
    }
  }
  for (const [key, waiting] of open) {
    const words = `No tool output found for function call (${key.split(" ")[0] ?? ""})`;
    require(waiting <= 0, "input", "calls-answered", words);
  }
}

function checkTools(require: ResponsesRequire, request: Json): void {
  const outer = records(request.tools);
  const spaces = outer.filter(({ type }) => type === "namespace");
  const tools = [...outer, ...spaces.flatMap((space) => records(space.tools))];
  const isNamed = ({ type }: Json): boolean => type === "function" || type === "custom";
  const names = [
    ...outer.filter(isNamed).map((tool) => text(tool.name)),
    ...spaces.flatMap((space) =>
      records(space.tools).map((tool) => `${text(space.name)}.${text(tool.name)}`),
    ),
  ];
  require(areUnique(names), "tools", "tool-names-unique");
  for (const tool of [...tools.filter(isNamed), ...spaces]) {
    require(NAME.test(text(tool.name)), "tools", "tool-name");
  }
  for (const tool of tools) requireArguments(require, tool);
  requireAnswer(require, record(record(request.text).format), "text");
  const choice = request.tool_choice;
  require(tools.length > 0 || choice === undefined, "tool_choice", "choice-with-tools");
  if (!isJsonObject(choice)) return;
  require(names.includes(text(choice.name)), "tool_choice", "choice-declared");
}

function checkReasoning(require: ResponsesRequire, request: Json, input: readonly Json[]): void {
  const { model } = findModel(text(request.model));
  if (!model.traits.includes("no-reasoning")) return;
  require(!("reasoning" in request), "reasoning", "reasoning-able");
  require(list(request.include).length === 0, "include", "include-able");
  const hasReasoning = input.some(({ type }) => type === "reasoning");
  require(!hasReasoning, "reasoning", "reasoning-taken");
}

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
    "model-named": "responses | A request names a model. | Missing required parameter: 'model'",
    "input-given":
      "responses | A request has at least one item, also beside instructions. | One of 'input', 'previous_response_id', 'prompt' or 'conversation_id' must be provided",
    "reasoning-followed":
      "reasoning | Reasoning stands directly before what the model made with it. | Item of type 'reasoning' was provided without its required following item",
    "reasoning-encrypted":
      "state | In a request that is not stored, reasoning carries its encrypted content. | Items are not persisted when store is false",
    "item-id": "responses | An item's id begins with the letters of its kind.",
    "item-id-once":
      "responses | No two items have the same id. | Duplicate item found with id. Remove duplicate items from your input and try again",
    "call-namespace":
      "calling | A call's namespace has 1 to 64 of a-z, A-Z, 0-9, _ and -. | Invalid 'namespace': string does not match pattern",
    "call-id":
      "responses | A call's id has 1 to 64 characters. | Invalid 'call_id': string too long. Expected a string with maximum length 64",
    "call-name":
      "calling | A call names a tool by 1 to 64 of a-z, A-Z, 0-9, _ and -. | Invalid 'name': string does not match pattern",
    "call-input": "responses | A call's arguments or input are a string. | arguments: a string",
    "output-given": "responses | An output is a string or a list. | output: a string or a list",
    "compaction-content":
      "responses | A compaction item has its encrypted content. | encrypted_content: a string",
    "search-action":
      "responses | A web search says what it did. | Missing required parameter: 'action'",
    "item-known": "responses | An item is of a kind that the API has.",
    "role-known":
      "responses | A message's role is user, assistant, developer or system. | Invalid value: role",
    "content-given": "responses | Every message has content. | Invalid 'content': empty array",
    "part-allowed": "responses | A part is of a kind that its message's role may hold.",
    "image-url":
      "images | An image is an HTTP address or a data URL of PNG, JPEG, WebP or GIF. | Invalid 'image_url'",
    "image-detail":
      "images | An image's detail is auto, low, high or original. | Invalid value: detail",
    "call-ids-unique": "calling | No two calls of a kind share an id. | Duplicate call_id",
    "outputs-called":
      "calling | Every output comes after a call of its kind and id (law 6). | No tool call found for function call output with call_id",
    "calls-answered": "calling | Every call has an output of its kind and id (law 6).",
    "tool-name":
      "calling | A tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -. | Invalid 'tools[].name'",
    "choice-with-tools":
      "calling | A tool is chosen only where there are tools. | Tool choice needs tools",
    "choice-declared":
      "calling | The tool that is chosen is declared. | Tool choice not found in 'tools' parameter",
    "reasoning-able":
      "reasoning | Reasoning is asked of models that reason. | Unsupported parameter: 'reasoning.effort' is not supported with this model",
    "include-able":
      "reasoning | Encrypted reasoning is asked of models that reason. | Encrypted content is not supported with this model",
    "reasoning-taken":
      "reasoning | Reasoning is given only to models that reason. | Reasoning input items can only be provided to a reasoning or computer use model",
    "text-well-formed":
      "responses | No text holds half a surrogate pair. | the request body is not valid JSON: no low surrogate",
    ...OPENAI_TOOL_RULES,
  },
);

type ResponsesRequire = Require<KeyOf<typeof OPENAI_RESPONSES_RULES>>;
