import { isJsonObject } from "../../events/json.js";
import { findModel } from "../../models/find-model.js";
import type { ModelTrait } from "../../models/model-info.js";
import { ANTHROPIC_RULES, type AnthropicRequire } from "./anthropic-rules.js";
import { areUnique, list, mediaTypeOf, record, records, text, violationsOf } from "./violation.js";
import type { Json, Violation } from "./violation.js";

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const CALL_NAME = /^[a-zA-Z0-9_-]{1,200}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const WRITTEN = /\P{White_Space}/u;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** The types of blocks that may be in `system`, in a role's message, or in a tool's result. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  system: ["text"],
  user: ["text", "image", "tool_result"],
  assistant: [
    ...["text", "thinking", "redacted_thinking", "tool_use"],
    ...["server_tool_use", "web_search_tool_result", "compaction"],
  ],
  result: ["text", "image"],
};

type Traits = ReadonlySet<ModelTrait>;

/**
 * Checks a body of `POST /v1/messages` against the rules of Anthropic's documentation: Messages API
 * reference, "Handle tool calls", "Extended thinking", "Prompt caching", "Mid-conversation system
 * messages", "Vision", and the errors that the API answers with (November 2026).
 * @returns what the API would refuse; empty: nothing known
 */
export function checkAnthropicRequest(body: unknown): readonly Violation[] {
  return violationsOf(ANTHROPIC_RULES, body, (require, request) => {
    const { model, max_tokens: maxTokens } = request;
    const found = findModel(text(model));
    const newer = found.match === "default" ? (["system-midway"] as const) : [];
    const traits: Traits = new Set([...found.model.traits, ...newer]);
    require(text(model) !== "", "model", "model-named");
    const hasLimit = typeof maxTokens === "number" && Number.isInteger(maxTokens) && maxTokens > 0;
    require(hasLimit, "max_tokens", "max-tokens-set");
    checkMessages(require, records(request.messages), traits);
    checkTools(require, request, traits);
    if (isJsonObject(request.thinking)) checkThinking(require, request, traits);
    checkCacheMarks(require, request);
    checkCompaction(require, request);
    for (const [index, block] of records(request.system).entries()) {
      checkBlock(require, block, `system[${index}]`, "system");
    }
  });
}

/** The blocks of a message or a result; a string is one of text. */
function blocksOf(content: unknown): readonly Json[] {
  if (typeof content !== "string") return records(content);
  return content === "" ? [] : [{ type: "text", text: content }];
}

function checkMessages(require: AnthropicRequire, messages: readonly Json[], traits: Traits): void {
  require(messages.length > 0, "messages", "messages-given");
  const ids = new Set<string>();
  let called: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const role = text(message.role);
    const before = text(messages[index - 1]?.role);
    const blocks = blocksOf(message.content);
    require(blocks.length > 0, path, "content-given");
    const isCompacted = blocks.some(({ type }) => type === "compaction");
    const isFirst = index === 0 && role === "assistant" && blocks.length === 1;
    require(!isCompacted || isFirst, path, "compaction-first");
    if (index === 0) require(role === "user" || isCompacted, path, "first-message-user");
    else require(role === "user" || role !== before, path, "roles-alternate");
    if (role === "system") {
      const after = text(messages[index + 1]?.role) || "assistant";
      require(traits.has("system-midway"), path, "system-midway-known");
      require(before === "user" && after === "assistant", path, "system-midway-place");
    } else if (role === "user") checkResults(require, blocks, called, path);
    else require(role === "assistant", path, "role-known");
    if (role !== "user") require(called.length === 0, path, "calls-answered");
    const endsThinking = ["thinking", "redacted_thinking"].includes(text(blocks.at(-1)?.type));
    require(role !== "assistant" || !endsThinking, path, "thinking-not-last");
    for (const [at, block] of blocks.entries()) {
      checkBlock(require, block, `${path}.content[${at}]`, role);
    }
    called = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => text(id));
    for (const id of called) {
      require(!ids.has(id), path, "call-ids-unique");
      ids.add(id);
    }
  }
  const isPrefill = messages.at(-1)?.role === "assistant";
  require(called.length === 0, "messages", "last-calls-answered");
  require(!isPrefill || !traits.has("prefill-refused"), "messages", "no-prefill");
}

/** @param called the ids of the calls in the message before */
function checkResults(
  require: AnthropicRequire,
  blocks: readonly Json[],
  called: readonly string[],
  path: string,
): void {
  const results = blocks.filter(({ type }) => type === "tool_result");
  const areFirst = blocks.slice(0, results.length).every(({ type }) => type === "tool_result");
  require(areFirst, path, "results-first");
  const answered = results.map((block) => text(block.tool_use_id));
  for (const id of called) {
    const count = answered.filter((other) => other === id).length;
    require(count > 0, path, "calls-answered");
    require(count < 2, path, "result-once");
  }
  for (const id of answered) require(called.includes(id), path, "results-called");
}

function checkTools(require: AnthropicRequire, request: Json, traits: Traits): void {
  const tools = records(request.tools);
  const names = tools.map((tool) => text(tool.name));
  require(areUnique(names), "tools", "tool-names-unique");
  for (const [index, tool] of tools.entries()) {
    const schema = record(tool.input_schema);
    const path = `tools[${index}]`;
    require(TOOL_NAME.test(text(tool.name)), path, "tool-name");
    require(schema.type === "object", path, "tool-schema-object");
    const isCombined = ["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema);
    require(!isCombined, path, "tool-schema-plain");
  }
  const answer = record(record(request.output_config).format).schema;
  const isClosed = record(answer).additionalProperties === false;
  require(answer === undefined || isClosed, "output_config", "answer-closed");
  const content = records(request.messages).flatMap((message) => blocksOf(message.content));
  const hasCalls = content.some(({ type }) => type === "tool_use");
  require(!hasCalls || tools.length > 0, "tools", "calls-declared");
  const { type, name } = record(request.tool_choice);
  if (text(type) === "") return;
  require(tools.length > 0, "tool_choice", "choice-with-tools");
  if (type === "tool") require(names.includes(text(name)), "tool_choice", "choice-declared");
  if (type !== "any" && type !== "tool") return;
  require(!traits.has("forced-tool-choice-refused"), "tool_choice", "choice-not-forced");
  const thinking = text(record(request.thinking).type);
  const isOff = thinking === "" || thinking === "disabled";
  require(isOff, "tool_choice", "choice-without-thinking");
}

function checkThinking(require: AnthropicRequire, request: Json, traits: Traits): void {
  const { type, budget_tokens: budget } = record(request.thinking);
  const refused = (kind: string, trait: ModelTrait) => type === kind && traits.has(trait);
  const path = "thinking";
  require(!refused("adaptive", "thinking-adaptive-refused"), path, "thinking-adaptive");
  require(!refused("disabled", "thinking-disabled-refused"), path, "thinking-disabled");
  require(!traits.has("no-reasoning") || type === "disabled", path, "thinking-able");
  if (type !== "enabled") return;
  require(!traits.has("thinking-enabled-refused"), path, "thinking-manual");
  const fits = typeof budget === "number" && budget >= 1024 && budget < Number(request.max_tokens);
  require(fits, path, "thinking-budget");
  const last = records(request.messages).findLast(({ role }) => role === "assistant");
  const blocks = blocksOf(last?.content);
  const hasCalls = blocks.some((block) => block.type === "tool_use");
  require(!hasCalls || text(blocks[0]?.type).endsWith("thinking"), path, "thinking-first");
}

function checkCacheMarks(require: AnthropicRequire, request: Json): void {
  const blocks = [
    ...records(request.tools),
    ...records(request.system),
    ...records(request.messages).flatMap((message) => blocksOf(message.content)),
  ];
  const path = "cache_control";
  const marks = blocks.filter((block) => isJsonObject(block.cache_control));
  require(marks.length <= 4, path, "cache-marks");
  const lives = marks.map((block) => text(record(block.cache_control).ttl) || "5m");
  const inOrder = !lives.includes("5m") || lives.lastIndexOf("1h") < lives.indexOf("5m");
  require(inOrder, path, "cache-lives");
  for (const block of marks) {
    const isEmpty = block.type === "text" && text(block.text) === "";
    require(!text(block.type).endsWith("thinking"), path, "cache-not-thinking");
    require(!isEmpty, path, "cache-not-empty");
  }
}

/** In the SDK's form: `betas` is the header of a raw request. */
function checkCompaction(require: AnthropicRequire, request: Json): void {
  const content = records(request.messages).flatMap((message) => blocksOf(message.content));
  const isUsed = "compaction" in request || content.some(({ type }) => type === "compaction");
  const betas = list(request.betas);
  require(!isUsed || betas.includes("compact-2026-09-04"), "betas", "compaction-beta");
}

/** Checks one content block of a message, of `system`, or of a tool's result. */
function checkBlock(require: AnthropicRequire, block: Json, path: string, role: string): void {
  const type = text(block.type);
  const words = `a ${type || "nameless"} block in a message of ${role}`;
  require(ALLOWED[role]?.includes(type) ?? false, path, "block-allowed", words);
  switch (type) {
    case "text":
      require(text(block.text) !== "", path, "text-given");
      require(WRITTEN.test(text(block.text)), path, "text-visible");
      return;
    case "image":
      checkImage(require, record(block.source), path);
      return;
    case "thinking":
      require(typeof block.thinking === "string", path, "thinking-text");
      require(text(block.signature) !== "", path, "thinking-signed");
      return;
    case "redacted_thinking":
      require(text(block.data) !== "", path, "redacted-data");
      return;
    case "tool_use":
      require(ID.test(text(block.id)), path, "call-id");
      require(CALL_NAME.test(text(block.name)), path, "call-name");
      require(isJsonObject(block.input), path, "call-input");
      return;
    case "tool_result":
      checkResult(require, block, path);
  }
}

function checkResult(require: AnthropicRequire, block: Json, path: string): void {
  const content = blocksOf(block.content);
  const isEmptyList = Array.isArray(block.content) && content.length === 0;
  require(ID.test(text(block.tool_use_id)), path, "result-id");
  require(!isEmptyList, path, "result-content");
  if (block.is_error === true) {
    require(content.length > 0, path, "failure-told");
    require(content.every(({ type }) => type === "text"), path, "failure-text");
  }
  for (const [index, inner] of content.entries()) {
    checkBlock(require, inner, `${path}.content[${index}]`, "result");
  }
}

function checkImage(require: AnthropicRequire, source: Json, path: string): void {
  const [data, mediaType] = [text(source.data), text(source.media_type)];
  if (source.type === "url") {
    require(/^https:\/\//i.test(text(source.url)), path, "image-url");
    return;
  }
  require(source.type === "base64" && data !== "", path, "image-data");
  require(/^[A-Za-z0-9+/=\s]*$/.test(data), path, "image-base64");
  require(IMAGE_TYPES.includes(mediaType), path, "image-type");
  const seen = mediaTypeOf(data);
  require(seen === undefined || seen === mediaType, path, "image-type-true");
}
