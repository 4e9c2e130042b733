import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";

/** Files told by their first bytes. */
const SIGNATURES: readonly (readonly [bytes: string, name: string])[] = [
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["%PDF-", "a PDF document"],
  ["PK\x03\x04", "a zip archive"],
  ["\x7fELF", "a program"],
  ["\xcf\xfa\xed\xfe", "a program"],
  ["SQLite format 3", "an SQLite database"],
  ["\x1f\x8b", "compressed data inside of compressed data"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ", "an xz archive"],
  ["\xff\xfe", "text in UTF-16 (a rollout is UTF-8)"],
  ["\xfe\xff", "text in UTF-16 (a rollout is UTF-8)"],
];
/** `ustar` stands here in a tar archive. */
const TAR_MAGIC_AT = 257;

/** What a file that is no rollout looks like, for people. @param firstBytes of its content */
export function describeContent(firstBytes: Uint8Array): string {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  const raw = bytes.toString("latin1", 0, 512);
  const signature = SIGNATURES.find(([start]) => raw.startsWith(start));
  if (signature !== undefined) return signature[1];
  if (raw.slice(TAR_MAGIC_AT, TAR_MAGIC_AT + 5) === "ustar") return "a tar archive";
  if (bytes.subarray(0, 512).some(isControl)) return "binary data";
  return describeText(
    bytes
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .trimStart(),
  );
}

/** Bytes that stand in no text: control characters but tab, line ends, form feed and escape. */
function isControl(byte: number): boolean {
  return byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
}

function describeText(text: string): string {
  if (/^<(?:!doctype html|html)/i.test(text)) return "an HTML page";
  if (text.startsWith("<?xml") || text.startsWith("<svg")) return "an XML document";
  if (text.startsWith("[")) return "a JSON array (a rollout has one object on each line)";
  if (!text.startsWith("{")) return text.startsWith("---") ? "a YAML document" : "plain text";
  for (const line of text.split("\n").slice(0, 20)) {
    const object = parseObject(line);
    const name = object === null ? null : describeObject(object);
    if (name !== null) return name;
  }
  return /^\{\s*\n/.test(text)
    ? "a JSON document over several lines (a rollout has one object on each line)"
    : "JSON lines of another kind";
}

function describeObject(object: JsonObject): string | null {
  const { type } = object;
  if ("sessionId" in object || "parentUuid" in object || isClaudeCode(type)) {
    return "a Claude Code transcript";
  }
  if (type === "session" && "cwd" in object) return "a pi session";
  if (type === "message" && isJsonObject(object.message)) return "a pi session";
  if ("offset" in object && "sum" in object && "data" in object) {
    return "a rollout of Refold's own (open it as a thread)";
  }
  if (Array.isArray(object.messages)) return "a list of chat completions";
  if ("openapi" in object) return "an OpenAPI document";
  return null;
}

function isClaudeCode(type: unknown): boolean {
  return type === "file-history-snapshot" || type === "queue-operation";
}

function parseObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
