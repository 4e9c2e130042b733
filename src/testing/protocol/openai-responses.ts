import { findModel } from "../../models/find-model.js";
import { OPENAI_RESPONSES_RULES, type ResponsesViolations } from "./openai-responses-rules.js";
import { requireAnswer, requireArguments } from "./openai-schemas.js";
import type { Violation } from "./violation.js";
import {
  isObject,
  list,
  record,
  requireUniqueNames,
  requireWellFormed,
  text,
  Violations,
} from "./violation.js";

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

/** Kinds that the model makes: what reasoning may stand before. */
const MODEL_MADE = [...Object.keys(ID_PREFIXES), "compaction"];

/**
 * Checks a body of `POST /v1/responses` against the rules of OpenAI's documentation: Responses
 * reference, "Function calling", "Reasoning models", "Conversation state", and the errors that the
 * API answers with (November 2026). Bodies are taken for stateless ones.
 * @returns what the API would refuse; empty: nothing known
 */
export function checkResponsesRequest(body: unknown): readonly Violation[] {
  const violations = new Violations(OPENAI_RESPONSES_RULES);
  const request = record(body);
  const input = list(request["input"]).map(record);
  violations.require(text(request["model"]) !== "", "model", "model-named");
  for (const [index, item] of input.entries()) {
    const path = `input[${index}]`;
    checkItem(violations, item, path);
    if (item["type"] !== "reasoning") continue;
    const next = record(input[index + 1]);
    const made = MODEL_MADE.includes(kindOf(next)) && (next["role"] ?? "assistant") === "assistant";
    violations.require(made, path, "reasoning-followed");
    const encrypted = text(item["encrypted_content"]) !== "";
    violations.require(request["store"] !== false || encrypted, path, "reasoning-encrypted");
  }
  checkIdsOnce(violations, input);
  checkPairs(violations, input);
  checkTools(violations, request);
  checkReasoning(violations, request, input);
  requireWellFormed(violations, body, "body");
  return violations.list;
}

function checkItem(
  violations: ResponsesViolations,
  item: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const type = kindOf(item);
  checkIds(violations, item, path);
  switch (type) {
    case "message":
      checkMessage(violations, item, path);
      return;
    case "function_call":
    case "custom_tool_call": {
      violations.require(NAME.test(text(item["name"])), path, "call-name");
      const value = type === "function_call" ? item["arguments"] : item["input"];
      violations.require(typeof value === "string", path, "call-input");
      const namespace = item["namespace"] ?? "none";
      violations.require(NAME.test(text(namespace)), path, "call-namespace");
      return;
    }
    case "function_call_output":
    case "custom_tool_call_output":
      violations.require(
        typeof item["output"] === "string" || Array.isArray(item["output"]),
        path,
        "output-given",
      );
      checkParts(violations, list(item["output"]), { path, isAssistant: false });
      return;
    case "compaction":
      violations.require(
        text(item["encrypted_content"]) !== "" || item["encrypted_content"] === "",
        path,
        "compaction-content",
      );
      return;
    case "web_search_call":
      violations.require(isObject(item["action"]), path, "search-action");
      return;
    case "reasoning":
    case "local_shell_call":
    case "tool_search_call":
    case "tool_search_output":
    case "image_generation_call":
      return;
    default:
      violations.require(false, path, ["item-known", `Invalid value: '${type}'`]);
  }
}

/** A message may leave its type out. */
function kindOf({ type, role }: Readonly<Record<string, unknown>>): string {
  return text(type) || (typeof role === "string" ? "message" : "");
}

function checkIds(
  violations: ResponsesViolations,
  item: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const { id, call_id: callId } = item;
  if (typeof id === "string") {
    const prefix = ID_PREFIXES[kindOf(item)] ?? "";
    const fits = prefix !== "" && id.startsWith(prefix) && /^[a-zA-Z0-9_-]+$/.test(id);
    const message = `Invalid id. Expected an ID that begins with '${prefix}'`;
    violations.require(fits, path, ["item-id", message]);
  }
  if (typeof callId === "string") {
    violations.require(callId !== "" && callId.length <= 64, path, "call-id");
  }
}

function checkIdsOnce(
  violations: ResponsesViolations,
  input: readonly Readonly<Record<string, unknown>>[],
): void {
  const taken = new Set<unknown>();
  for (const [index, { id }] of input.entries()) {
    if (typeof id !== "string") continue;
    violations.require(!taken.has(id), `input[${index}]`, "item-id-once");
    taken.add(id);
  }
}

function checkMessage(
  violations: ResponsesViolations,
  item: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const role = text(item["role"]);
  const known = ["user", "assistant", "developer", "system"].includes(role);
  violations.require(known, path, "role-known");
  const { content } = item;
  const isGiven = text(content) !== "" || list(content).length > 0; // a string is one part of text
  violations.require(isGiven, path, "content-given");
  checkParts(violations, list(content), { path, isAssistant: role === "assistant" });
}

function checkParts(
  violations: ResponsesViolations,
  parts: readonly unknown[],
  { path, isAssistant }: { readonly path: string; readonly isAssistant: boolean },
): void {
  const allowed = isAssistant ? ["output_text", "refusal"] : ["input_text", "input_image"];
  for (const part of parts.map(record)) {
    const type = text(part["type"]);
    violations.require(allowed.includes(type), path, [
      "part-allowed",
      `Invalid value: '${type}'. Supported values are: ${allowed.join(", ")}`,
    ]);
    if (type !== "input_image") continue;
    violations.require(
      /^(https?:\/\/|data:image\/(png|jpeg|webp|gif);base64,)/i.test(text(part["image_url"])),
      path,
      "image-url",
    );
    violations.require(
      ["auto", "low", "high", "original"].includes(text(part["detail"])),
      path,
      "image-detail",
    );
  }
}

/** Every call has one output, of its kind, behind it; every output a call. Server searches too. */
function checkPairs(
  violations: ResponsesViolations,
  input: readonly Readonly<Record<string, unknown>>[],
): void {
  const open = new Map<string, number>();
  for (const [index, item] of input.entries()) {
    const type = text(item["type"]);
    const id = item["call_id"] === null ? "null" : `id ${text(item["call_id"])}`;
    const output = OUTPUT_OF[type];
    if (output !== undefined) {
      const key = `${output} ${id}`;
      const repeated = item["call_id"] !== null && open.has(key);
      violations.require(!repeated, `input[${index}]`, "call-ids-unique");
      open.set(key, (open.get(key) ?? 0) + 1);
    } else if (type.endsWith("_output")) {
      const key = `${type} ${id}`;
      const waiting = open.get(key) ?? 0;
      violations.require(waiting > 0, `input[${index}]`, "outputs-called");
      open.set(key, waiting - 1);
    }
  }
  for (const [key, waiting] of open) {
    violations.require(waiting <= 0, "input", [
      "calls-answered",
      `No tool output found for function call (${key.split(" ")[0] ?? ""})`,
    ]);
  }
}

function checkTools(
  violations: ResponsesViolations,
  request: Readonly<Record<string, unknown>>,
): void {
  const tools = list(request["tools"]).map(record);
  const named = tools.filter((tool) => tool["type"] === "function" || tool["type"] === "custom");
  const names = named.map((tool) => text(tool["name"]));
  requireUniqueNames(violations, names, "tools");
  for (const name of names) violations.require(NAME.test(name), "tools", "tool-name");
  for (const tool of tools) requireArguments(violations, tool);
  requireAnswer(violations, record(record(request["text"])["format"]), "text");
  const choice = request["tool_choice"];
  violations.require(tools.length > 0 || choice === undefined, "tool_choice", "choice-with-tools");
  if (isObject(choice)) {
    violations.require(names.includes(text(choice["name"])), "tool_choice", "choice-declared");
  }
}

function checkReasoning(
  violations: ResponsesViolations,
  request: Readonly<Record<string, unknown>>,
  input: readonly Readonly<Record<string, unknown>>[],
): void {
  const { model } = findModel(text(request["model"]));
  if (!model.traits.includes("no-reasoning")) return;
  const path = "reasoning";
  violations.require(!("reasoning" in request), path, "reasoning-able");
  violations.require(list(request["include"]).length === 0, "include", "include-able");
  const hasReasoning = input.some((item) => item["type"] === "reasoning");
  violations.require(!hasReasoning, path, "reasoning-taken");
}
