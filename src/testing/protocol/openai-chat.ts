import { findModel } from "../../models/find-model.js";
import { OPENAI_CHAT_RULES, type ChatViolations } from "./openai-chat-rules.js";
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
  const violations = new Violations(OPENAI_CHAT_RULES);
  const request = record(body);
  violations.require(text(request["model"]) !== "", "model", "model-named");
  const messages = list(request["messages"]).map(record);
  violations.require(messages.length > 0, "messages", "messages-given");
  checkMessages(violations, messages);
  checkTools(violations, request);
  const { model } = findModel(text(request["model"]));
  const reasons = !model.traits.includes("no-reasoning");
  violations.require(
    reasons || !("reasoning_effort" in request),
    "reasoning_effort",
    "effort-able",
  );
  requireWellFormed(violations, body, "body");
  return violations.list;
}

function checkMessages(
  violations: ChatViolations,
  messages: readonly Readonly<Record<string, unknown>>[],
): void {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const role = text(message["role"]);
    checkContent(violations, message, path);
    if (role === "tool") {
      const id = text(message["tool_call_id"]);
      violations.require(open.includes(id), path, "results-called");
      open = open.filter((other) => other !== id);
      continue;
    }
    violations.require(open.length === 0, path, "calls-answered");
    open = role === "assistant" ? checkCalls(violations, message, path) : [];
  }
  violations.require(open.length === 0, "messages", "last-calls-answered");
}

function checkContent(
  violations: ChatViolations,
  message: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const { content } = message;
  const role = text(message["role"]);
  const allowed = PARTS[role];
  violations.require(allowed !== undefined, path, "role-known");
  if (typeof content === "string") return;
  if (content === null || content === undefined) {
    const calls = list(message["tool_calls"]).length > 0;
    violations.require(role === "assistant" && calls, path, "content-given");
    return;
  }
  violations.require(list(content).length > 0, path, "content-list");
  for (const part of list(content).map(record)) {
    const type = text(part["type"]);
    violations.require(allowed?.includes(type) ?? false, path, [
      "part-allowed",
      `content type ${type} in a message of ${role}`,
    ]);
    if (type === "text") violations.require(typeof part["text"] === "string", path, "text-given");
    if (type !== "image_url") continue;
    const image = record(part["image_url"]);
    violations.require(
      /^(https?:\/\/|data:image\/(png|jpeg|webp|gif);base64,)/i.test(text(image["url"])),
      path,
      "image-url",
    );
    const detail = image["detail"] ?? "auto";
    violations.require(["auto", "low", "high"].includes(text(detail)), path, "image-detail");
  }
}

/** @returns the ids that the next messages have to answer */
function checkCalls(
  violations: ChatViolations,
  message: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  const calls = list(message["tool_calls"]).map(record);
  if ("tool_calls" in message) {
    violations.require(calls.length > 0, path, "calls-given");
  }
  const ids = calls.map((call) => text(call["id"]));
  violations.require(new Set(ids).size === ids.length, path, "call-ids-unique");
  for (const [index, call] of calls.entries()) {
    const id = ids[index] ?? "";
    violations.require(id !== "" && id.length <= 40, path, "call-id");
    const type = text(call["type"]);
    const inner = record(call[type]);
    violations.require(type === "function" || type === "custom", path, "call-type");
    violations.require(NAME.test(text(inner["name"])), path, "call-name");
    const input = type === "function" ? inner["arguments"] : inner["input"];
    violations.require(typeof input === "string", path, "call-input");
  }
  return ids;
}

function checkTools(violations: ChatViolations, request: Readonly<Record<string, unknown>>): void {
  const tools = list(request["tools"]).map(record);
  const names = tools.map((tool) => text(record(tool[text(tool["type"])])["name"]));
  requireUniqueNames(violations, names, "tools");
  for (const name of names) violations.require(NAME.test(name), "tools", "tool-name");
  for (const tool of tools) requireArguments(violations, record(tool["function"]));
  const format = record(record(request["response_format"])["json_schema"]);
  requireAnswer(violations, format, "response_format");
  if ("tools" in request) violations.require(tools.length > 0, "tools", "tools-given");
  const hasTools = tools.length > 0;
  violations.require(hasTools || !("tool_choice" in request), "tool_choice", "choice-with-tools");
  violations.require(
    hasTools || !("parallel_tool_calls" in request),
    "parallel_tool_calls",
    "parallel-with-tools",
  );
  const choice = request["tool_choice"];
  if (!isObject(choice)) return;
  const name = text(record(choice[text(choice["type"])])["name"]);
  violations.require(names.includes(name), "tool_choice", "choice-declared");
}
