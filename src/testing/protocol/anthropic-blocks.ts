import type { Violations } from "./violation.js";
import { isObject, list, mediaTypeOf, record, text } from "./violation.js";

const ID = /^[a-zA-Z0-9_-]+$/;
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

/** Checks one content block of a message, of `system`, or of a tool's result. */
export function checkAnthropicBlock(
  violations: Violations,
  value: unknown,
  { path, role }: { readonly path: string; readonly role: string },
): void {
  const block = record(value);
  const type = text(block["type"]);
  const allowed = ALLOWED[role]?.includes(type) ?? false;
  violations.require(allowed, path, `a ${type || "nameless"} block in a message of ${role}`);
  switch (type) {
    case "text":
      violations.require(text(block["text"]) !== "", path, "text content blocks must be non-empty");
      violations.require(
        text(block["text"]).trim() !== "",
        path,
        "text content blocks must contain non-whitespace text",
      );
      return;
    case "image":
      checkImage(violations, record(block["source"]), path);
      return;
    case "thinking":
      violations.require(typeof block["thinking"] === "string", path, "thinking: field required");
      violations.require(text(block["signature"]) !== "", path, "signature: field required");
      return;
    case "redacted_thinking":
      violations.require(text(block["data"]) !== "", path, "data: field required");
      return;
    case "tool_use":
      violations.require(
        ID.test(text(block["id"])),
        path,
        "tool_use.id: string should match pattern '^[a-zA-Z0-9_-]+$'",
      );
      violations.require(
        NAME.test(text(block["name"])),
        path,
        "tool_use.name: string should match the pattern",
      );
      violations.require(
        isObject(block["input"]),
        path,
        "tool_use.input: input should be an object",
      );
      return;
    case "tool_result":
      violations.require(
        ID.test(text(block["tool_use_id"])),
        path,
        "tool_use_id: string should match the pattern",
      );
      if ("content" in block) {
        violations.require(list(block["content"]).length > 0, path, "an empty list of results");
      }
      for (const [index, inner] of list(block["content"]).entries()) {
        checkAnthropicBlock(violations, inner, {
          path: `${path}.content[${index}]`,
          role: "result",
        });
      }
      return;
    default:
      return;
  }
}

function checkImage(
  violations: Violations,
  source: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (source["type"] === "url") {
    violations.require(
      /^https?:\/\//i.test(text(source["url"])),
      path,
      "only HTTP(S) URLs are supported",
    );
    return;
  }
  const data = text(source["data"]);
  const mediaType = text(source["media_type"]);
  violations.require(source["type"] === "base64" && data !== "", path, "image source: base64 data");
  violations.require(/^[A-Za-z0-9+/=\s]*$/.test(data), path, "invalid base64 data");
  violations.require(IMAGE_TYPES.includes(mediaType), path, "media_type: jpeg, png, gif or webp");
  const seen = mediaTypeOf(data);
  violations.require(
    seen === undefined || seen === mediaType,
    path,
    "image does not match the provided media type",
  );
}
