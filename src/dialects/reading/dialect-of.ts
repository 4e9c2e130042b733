import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";

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
