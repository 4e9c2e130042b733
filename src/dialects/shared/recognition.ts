import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "./damage.js";
import { type Line, LineSplitter } from "./line-splitter.js";
import { readLine } from "./object-reader.js";

/** How a dialect knows its lines. */
interface LineMarks<Found> {
  readonly lines: LineForm;
  /** @returns null when the object may be of another tool's; `line` is 1-based */
  ofObject(value: JsonObject, line: number): Found | null;
  /** The same for the beginning of a line that is longer than what was read. */
  ofBeginning(text: string, line: number): Found | null;
}

/** So much of a cut line is looked at. */
const BEGINNING_BYTES = 4096;

/**
 * Recognises a session by its content, never by its name: the first line that can only be a line of
 * the dialect decides. Damage before it is passed over.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export function recogniseLines<Found>(
  firstBytes: Uint8Array,
  marks: LineMarks<Found>,
): Found | null {
  const splitter = new LineSplitter();
  for (const line of splitter.push(firstBytes)) {
    const found = recogniseLine(line, marks);
    if (found !== null) return found;
  }
  for (const line of splitter.end()) {
    const beginning = line.bytes.toString("utf8", 0, BEGINNING_BYTES);
    const found = recogniseLine(line, marks) ?? marks.ofBeginning(beginning, line.number);
    if (found !== null) return found;
  }
  return null;
}

function recogniseLine<Found>(line: Line, marks: LineMarks<Found>): Found | null {
  for (const { value } of readLine(line, marks.lines).objects) {
    const found = marks.ofObject(value, line.number);
    if (found !== null) return found;
  }
  return null;
}

const CODEX_TYPES: ReadonlySet<unknown> = new Set([
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted"],
]);

/**
 * The dialect that an object by itself can only be a line of, by marks that no other has.
 * @returns a dialect's name; null: it could be anything
 */
export function dialectOf(object: JsonObject): "codex" | "claude-code" | "pi" | null {
  if (CODEX_TYPES.has(object.type) && isJsonObject(object.payload)) return "codex";
  if (isClaudeCodeLine(object)) return "claude-code";
  return isPiLine(object) ? "pi" : null;
}

/** A message with its place in the tree, or one of the lines that only Claude Code writes. */
export function isClaudeCodeLine(object: JsonObject): boolean {
  const { type, sessionId } = object;
  if (typeof type !== "string" || "payload" in object) return false;
  if (typeof object.uuid === "string" && "parentUuid" in object) return true;
  if (type === "file-history-snapshot") return typeof object.messageId === "string";
  if (type === "summary") return typeof object.leafUuid === "string";
  return typeof sessionId === "string" && !("cwd" in object && type === "session");
}

/** The header of a session, an entry with the message inside, or one with its place in the tree. */
export function isPiLine(object: JsonObject): boolean {
  const { type, message, id } = object;
  if (typeof type !== "string" || "payload" in object) return false;
  if (type === "session") return isPiHeader(object);
  if (type === "message" && isJsonObject(message)) return typeof message.role === "string";
  return "parentId" in object && typeof id === "string";
}

function isPiHeader({ id, cwd, timestamp }: JsonObject): boolean {
  return typeof cwd === "string" || (typeof id === "string" && typeof timestamp === "string");
}

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
