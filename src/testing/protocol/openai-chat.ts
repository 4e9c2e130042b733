import { findModel } from "../../models/find-model.js";
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
  const violations = new Violations();
  const request = record(body);
  violations.require(text(request["model"]) !== "", "model", "you must provide a model parameter");
  checkMessages(violations, list(request["messages"]).map(record));
  checkTools(violations, request);
  const { model } = findModel(text(request["model"]));
  const reasons = !model.traits.includes("no-reasoning");
  violations.require(
    reasons || !("reasoning_effort" in request),
    "reasoning_effort",
    "Unrecognized request argument supplied: reasoning_effort",
  );
  requireWellFormed(violations, body, "body");
  return violations.list;
}

function checkMessages(
  violations: Violations,
  messages: readonly Readonly<Record<string, unknown>>[],
): void {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const role = text(message["role"]);
    checkContent(violations, message, path);
    if (role === "tool") {
      const id = text(message["tool_call_id"]);
      violations.require(
        open.includes(id),
        path,
        "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
      );
      open = open.filter((other) => other !== id);
      continue;
    }
    violations.require(
      open.length === 0,
      path,
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
    );
    open = role === "assistant" ? checkCalls(violations, message, path) : [];
  }
  violations.require(open.length === 0, "messages", "tool_call_ids did not have response messages");
}

function checkContent(
  violations: Violations,
  message: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const { content } = message;
  const role = text(message["role"]);
  const allowed = PARTS[role];
  violations.require(allowed !== undefined, path, "Invalid value: role");
  if (typeof content === "string") return;
  if (content === null || content === undefined) {
    const calls = list(message["tool_calls"]).length > 0;
    violations.require(
      role === "assistant" && calls,
      path,
      "Invalid value for 'content': expected a string, got null",
    );
    return;
  }
  violations.require(list(content).length > 0, path, "Invalid 'content': empty array");
  for (const part of list(content).map(record)) {
    const type = text(part["type"]);
    violations.require(
      allowed?.includes(type) ?? false,
      path,
      `content type ${type} in a message of ${role}`,
    );
    if (type === "text") violations.require(typeof part["text"] === "string", path, "missing text");
    if (type !== "image_url") continue;
    const image = record(part["image_url"]);
    violations.require(
      /^(https?:\/\/|data:image\/(png|jpeg|webp|gif);base64,)/i.test(text(image["url"])),
      path,
      "Invalid image URL",
    );
    const detail = image["detail"] ?? "auto";
    violations.require(
      ["auto", "low", "high"].includes(text(detail)),
      path,
      "Invalid value: detail",
    );
  }
}

/** @returns the ids that the next messages have to answer */
function checkCalls(
  violations: Violations,
  message: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  const calls = list(message["tool_calls"]).map(record);
  if ("tool_calls" in message) {
    violations.require(calls.length > 0, path, "Invalid 'tool_calls': empty array");
  }
  const ids = calls.map((call) => text(call["id"]));
  violations.require(new Set(ids).size === ids.length, path, "Duplicate value for 'tool_call_id'");
  for (const [index, call] of calls.entries()) {
    const id = ids[index] ?? "";
    violations.require(
      id !== "" && id.length <= 40,
      path,
      "Invalid 'tool_calls[].id': string too long. Expected a string with maximum length 40",
    );
    const type = text(call["type"]);
    const inner = record(call[type]);
    violations.require(
      type === "function" || type === "custom",
      path,
      "Invalid value: tool_calls[].type",
    );
    violations.require(
      NAME.test(text(inner["name"])),
      path,
      "Invalid 'tool_calls[].function.name': string does not match pattern",
    );
    const input = type === "function" ? inner["arguments"] : inner["input"];
    violations.require(typeof input === "string", path, "arguments: a string");
  }
  return ids;
}

function checkTools(violations: Violations, request: Readonly<Record<string, unknown>>): void {
  const tools = list(request["tools"]).map(record);
  const names = tools.map((tool) => text(record(tool[text(tool["type"])])["name"]));
  requireUniqueNames(violations, names, "tools");
  for (const name of names)
    violations.require(NAME.test(name), "tools", "Invalid 'tools[].function.name'");
  if ("tools" in request)
    violations.require(tools.length > 0, "tools", "[] is too short - 'tools'");
  const hasTools = tools.length > 0;
  violations.require(
    hasTools || !("tool_choice" in request),
    "tool_choice",
    "'tool_choice' is only allowed when 'tools' are specified",
  );
  violations.require(
    hasTools || !("parallel_tool_calls" in request),
    "parallel_tool_calls",
    "'parallel_tool_calls' is only allowed when 'tools' are specified",
  );
  const choice = request["tool_choice"];
  if (!isObject(choice)) return;
  const name = text(record(choice[text(choice["type"])])["name"]);
  violations.require(
    names.includes(name),
    "tool_choice",
    "Tool choice not found in 'tools' parameter",
  );
}
