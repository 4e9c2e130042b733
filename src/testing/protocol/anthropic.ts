import { findModel } from "../../models/find-model.js";
import type { ModelTrait } from "../../models/model-info.js";
import { anthropicBlocks, checkAnthropicBlock } from "./anthropic-blocks.js";
import { ANTHROPIC_RULES, type AnthropicViolations } from "./anthropic-rules.js";
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

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Checks a body of `POST /v1/messages` against the rules of Anthropic's documentation: Messages API
 * reference, "Handle tool calls", "Extended thinking", "Prompt caching", "Mid-conversation system
 * messages", "Vision", and the errors that the API answers with (November 2026).
 * @returns what the API would refuse; empty: nothing known
 */
export function checkAnthropicRequest(body: unknown): readonly Violation[] {
  const violations = new Violations(ANTHROPIC_RULES);
  const request = record(body);
  const model = text(request["model"]);
  const traits = new Set<ModelTrait>(findModel(model).model.traits);
  violations.require(model !== "", "model", "model-named");
  const maxTokens = request["max_tokens"];
  const hasLimit = typeof maxTokens === "number" && Number.isInteger(maxTokens) && maxTokens > 0;
  violations.require(hasLimit, "max_tokens", "max-tokens-set");
  checkMessages(violations, request, traits);
  checkTools(violations, request, traits);
  checkThinking(violations, request, traits);
  checkCacheMarks(violations, request);
  for (const [index, block] of list(request["system"]).entries()) {
    checkAnthropicBlock(violations, block, { path: `system[${index}]`, role: "system" });
  }
  requireWellFormed(violations, body, "body");
  return violations.list;
}

function checkMessages(
  violations: AnthropicViolations,
  request: Readonly<Record<string, unknown>>,
  traits: ReadonlySet<ModelTrait>,
): void {
  const messages = list(request["messages"]).map(record);
  violations.require(messages.length > 0, "messages", "messages-given");
  const ids = new Set<string>();
  let called: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const role = text(message["role"]);
    const before = text(messages[index - 1]?.["role"]);
    const blocks = anthropicBlocks(message["content"]);
    violations.require(blocks.length > 0, path, "content-given");
    if (index === 0) violations.require(role === "user", path, "first-message-user");
    else violations.require(role !== before, path, "roles-alternate");
    if (role === "system") {
      const after = text(messages[index + 1]?.["role"]) || "assistant";
      violations.require(traits.has("system-midway"), path, "system-midway-known");
      violations.require(before === "user" && after === "assistant", path, "system-midway-place");
    } else if (role === "user") checkResults(violations, blocks, { called, path });
    else violations.require(role === "assistant", path, "role-known");
    if (role !== "user") violations.require(called.length === 0, path, "calls-answered");
    const endsThinking = ["thinking", "redacted_thinking"].includes(text(blocks.at(-1)?.["type"]));
    violations.require(role !== "assistant" || !endsThinking, path, "thinking-not-last");
    for (const [at, block] of blocks.entries()) {
      checkAnthropicBlock(violations, block, { path: `${path}.content[${at}]`, role });
    }
    called = checkUses(violations, blocks, { ids, path });
  }
  const lastRole = text(messages.at(-1)?.["role"]);
  violations.require(called.length === 0, "messages", "last-calls-answered");
  violations.require(
    lastRole !== "assistant" || !traits.has("prefill-refused"),
    "messages",
    "no-prefill",
  );
}

/** @returns the ids that the next message has to answer */
function checkUses(
  violations: AnthropicViolations,
  blocks: readonly Readonly<Record<string, unknown>>[],
  { ids, path }: { readonly ids: Set<string>; readonly path: string },
): readonly string[] {
  const called = blocks
    .filter((block) => block["type"] === "tool_use")
    .map((block) => text(block["id"]));
  for (const id of called) {
    violations.require(!ids.has(id), path, "call-ids-unique");
    ids.add(id);
  }
  return called;
}

function checkResults(
  violations: AnthropicViolations,
  blocks: readonly Readonly<Record<string, unknown>>[],
  { called, path }: { readonly called: readonly string[]; readonly path: string },
): void {
  const firstOther = blocks.findIndex((block) => block["type"] !== "tool_result");
  const lastResult = blocks.findLastIndex((block) => block["type"] === "tool_result");
  const areFirst = firstOther === -1 || lastResult < firstOther;
  violations.require(areFirst, path, "results-first");
  const answered = blocks
    .filter((block) => block["type"] === "tool_result")
    .map((block) => text(block["tool_use_id"]));
  for (const id of called) {
    const count = answered.filter((other) => other === id).length;
    violations.require(count > 0, path, "calls-answered");
    violations.require(count < 2, path, "result-once");
  }
  for (const id of answered) {
    violations.require(called.includes(id), path, "results-called");
  }
}

function checkTools(
  violations: AnthropicViolations,
  request: Readonly<Record<string, unknown>>,
  traits: ReadonlySet<ModelTrait>,
): void {
  const tools = list(request["tools"]).map(record);
  const names = tools.map((tool) => text(tool["name"]));
  requireUniqueNames(violations, names, "tools");
  for (const [index, tool] of tools.entries()) {
    const schema = record(tool["input_schema"]);
    const path = `tools[${index}]`;
    violations.require(NAME.test(text(tool["name"])), path, "tool-name");
    violations.require(schema["type"] === "object", path, "tool-schema-object");
    const combined = ["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema);
    violations.require(!combined, path, "tool-schema-plain");
  }
  const answer = record(record(request["output_config"])["format"])["schema"];
  const isClosed = record(answer)["additionalProperties"] === false;
  violations.require(answer === undefined || isClosed, "output_config", "answer-closed");
  const content = list(request["messages"]).flatMap((message) =>
    anthropicBlocks(record(message)["content"]),
  );
  const calls = content.some((block) => block["type"] === "tool_use");
  violations.require(!calls || tools.length > 0, "tools", "calls-declared");
  const choice = record(request["tool_choice"]);
  const type = text(choice["type"]);
  if (type === "") return;
  violations.require(tools.length > 0, "tool_choice", "choice-with-tools");
  if (type === "tool") {
    violations.require(names.includes(text(choice["name"])), "tool_choice", "choice-declared");
  }
  if (type !== "any" && type !== "tool") return;
  violations.require(!traits.has("forced-tool-choice-refused"), "tool_choice", "choice-not-forced");
  const thinking = text(record(request["thinking"])["type"]);
  violations.require(
    thinking === "" || thinking === "disabled",
    "tool_choice",
    "choice-without-thinking",
  );
}

function checkThinking(
  violations: AnthropicViolations,
  request: Readonly<Record<string, unknown>>,
  traits: ReadonlySet<ModelTrait>,
): void {
  if (!isObject(request["thinking"])) return;
  const { type, budget_tokens: budget } = request["thinking"];
  const path = "thinking";
  violations.require(
    type !== "adaptive" || !traits.has("thinking-adaptive-refused"),
    path,
    "thinking-adaptive",
  );
  violations.require(
    type !== "disabled" || !traits.has("thinking-disabled-refused"),
    path,
    "thinking-disabled",
  );
  violations.require(!traits.has("no-reasoning") || type === "disabled", path, "thinking-able");
  if (type !== "enabled") return;
  violations.require(!traits.has("thinking-enabled-refused"), path, "thinking-manual");
  const fits =
    typeof budget === "number" && budget >= 1024 && budget < Number(request["max_tokens"]);
  violations.require(fits, path, "thinking-budget");
  const last = list(request["messages"])
    .map(record)
    .findLast((message) => message["role"] === "assistant");
  const blocks = anthropicBlocks(last?.["content"]);
  const first = text(blocks[0]?.["type"]);
  const calls = blocks.some((block) => block["type"] === "tool_use");
  violations.require(!calls || first.endsWith("thinking"), path, "thinking-first");
}

function checkCacheMarks(
  violations: AnthropicViolations,
  request: Readonly<Record<string, unknown>>,
): void {
  const blocks = [
    ...list(request["tools"]),
    ...list(request["system"]),
    ...list(request["messages"]).flatMap((message) => anthropicBlocks(record(message)["content"])),
  ].map(record);
  const marks = blocks.filter((block) => isObject(block["cache_control"]));
  violations.require(marks.length <= 4, "cache_control", "cache-marks");
  const lives = marks.map((block) => text(record(block["cache_control"])["ttl"]) || "5m");
  violations.require(
    !lives.includes("5m") || lives.lastIndexOf("1h") < lives.indexOf("5m"),
    "cache_control",
    "cache-lives",
  );
  for (const block of marks) {
    const type = text(block["type"]);
    violations.require(!type.endsWith("thinking"), "cache_control", "cache-not-thinking");
    violations.require(
      type !== "text" || text(block["text"]) !== "",
      "cache_control",
      "cache-not-empty",
    );
  }
}
