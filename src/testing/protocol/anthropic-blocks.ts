import type { AnthropicViolations } from "./anthropic-rules.js";
import { isObject, list, mediaTypeOf, record, text } from "./violation.js";

const ID = /^[a-zA-Z0-9_-]+$/;
const WRITTEN = /\P{White_Space}/u;
const NAME = /^[a-zA-Z0-9_-]{1,200}$/;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  system: ["text"],
  user: ["text", "image", "tool_result"],
  assistant: [
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "server_tool_use",
    "web_search_tool_result",
  ],
  result: ["text", "image"],
};

/** The blocks of a message or a result; a string is one of text. */
export function anthropicBlocks(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof content !== "string") return list(content).map(record);
  return content === "" ? [] : [{ type: "text", text: content }];
}

/** Checks one content block of a message, of `system`, or of a tool's result. */
export function checkAnthropicBlock(
  violations: AnthropicViolations,
  value: unknown,
  { path, role }: { readonly path: string; readonly role: string },
): void {
  const block = record(value);
  const type = text(block["type"]);
  const allowed = ALLOWED[role]?.includes(type) ?? false;
  violations.require(allowed, path, [
    "block-allowed",
    `a ${type || "nameless"} block in a message of ${role}`,
  ]);
  switch (type) {
    case "text":
      violations.require(text(block["text"]) !== "", path, "text-given");
      violations.require(WRITTEN.test(text(block["text"])), path, "text-visible");
      return;
    case "image":
      checkImage(violations, record(block["source"]), path);
      return;
    case "thinking":
      violations.require(typeof block["thinking"] === "string", path, "thinking-text");
      violations.require(text(block["signature"]) !== "", path, "thinking-signed");
      return;
    case "redacted_thinking":
      violations.require(text(block["data"]) !== "", path, "redacted-data");
      return;
    case "tool_use":
      violations.require(ID.test(text(block["id"])), path, "call-id");
      violations.require(NAME.test(text(block["name"])), path, "call-name");
      violations.require(isObject(block["input"]), path, "call-input");
      return;
    case "tool_result":
      checkResult(violations, block, path);
      return;
    default:
      return;
  }
}

function checkResult(
  violations: AnthropicViolations,
  block: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const content = anthropicBlocks(block["content"]);
  const isEmptyList = Array.isArray(block["content"]) && content.length === 0;
  violations.require(ID.test(text(block["tool_use_id"])), path, "result-id");
  violations.require(!isEmptyList, path, "result-content");
  if (block["is_error"] === true) {
    const types = content.map((inner) => inner["type"]);
    violations.require(types.length > 0, path, "failure-told");
    violations.require(!types.some((inner) => inner !== "text"), path, "failure-text");
  }
  for (const [index, inner] of content.entries()) {
    checkAnthropicBlock(violations, inner, { path: `${path}.content[${index}]`, role: "result" });
  }
}

function checkImage(
  violations: AnthropicViolations,
  source: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (source["type"] === "url") {
    violations.require(/^https:\/\//i.test(text(source["url"])), path, "image-url");
    return;
  }
  const data = text(source["data"]);
  const mediaType = text(source["media_type"]);
  violations.require(source["type"] === "base64" && data !== "", path, "image-data");
  violations.require(/^[A-Za-z0-9+/=\s]*$/.test(data), path, "image-base64");
  violations.require(IMAGE_TYPES.includes(mediaType), path, "image-type");
  const seen = mediaTypeOf(data);
  violations.require(seen === undefined || seen === mediaType, path, "image-type-true");
}
