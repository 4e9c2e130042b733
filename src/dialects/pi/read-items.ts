import type { KnownItem } from "../../events/item.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Origin } from "../../events/recorded-item.js";
import { textAt } from "../text-at.js";
import { messageOf, partHoles } from "../tree/read-item.js";
import { BRANCH_FRAME, COMPACTION_FRAME, framed } from "./frames.js";
import { readAnswer } from "./read-answer.js";
import { readBashExecution } from "./read-bash-execution.js";
import { readContent, type ReadItems } from "./read-content.js";

const NOTHING: ReadItems = { items: [], unread: [] };

/** The items of an entry of any kind, in order; also of one that shows nothing. */
export function readItems(entry: JsonObject): ReadItems {
  switch (entry.type) {
    case "message":
      return isJsonObject(entry.message) ? readMessage(entry.message) : NOTHING;
    case "custom_message":
      return shownMessage(entry.content, ["content"]);
    case "branch_summary": {
      const summary = textAt(entry, "summary") ?? "";
      return summary === "" ? NOTHING : framedMessage(BRANCH_FRAME, ["summary"], summary);
    }
    default:
      return NOTHING;
  }
}

/** Who an item comes from: commands that the user ran and texts of extensions begin no turn. */
export function originOf({ type }: KnownItem, role: unknown): Origin {
  if (role === "assistant") return "model";
  if (type !== "message") return "tool";
  return role === "user" ? "user" : "runtime";
}

function readMessage(message: JsonObject): ReadItems {
  switch (message.role) {
    case "user":
    case "custom":
    case "hookMessage": // what version 2 called a custom message
      return shownMessage(message.content, ["message", "content"]);
    case "assistant":
      return readAnswer(message);
    case "toolResult":
      return readToolResult(message);
    case "bashExecution":
      return message.excludeFromContext === true ? NOTHING : readBashExecution(message);
    case "branchSummary":
      return framedMessage(BRANCH_FRAME, SUMMARY_PATH, textAt(message, "summary") ?? "");
    case "compactionSummary":
      return framedMessage(COMPACTION_FRAME, SUMMARY_PATH, textAt(message, "summary") ?? "");
    default:
      return NOTHING;
  }
}

const SUMMARY_PATH = ["message", "summary"];

/** A content that the model is shown as the user's. */
function shownMessage(content: unknown, path: readonly string[]): ReadItems {
  const { parts, unread } = readContent(content, path);
  return { items: parts.length === 0 ? [] : [messageOf("user", parts)], unread };
}

function framedMessage(
  frame: typeof COMPACTION_FRAME,
  path: readonly string[],
  summary: string,
): ReadItems {
  return { items: [messageOf("user", [framed(frame, path, summary).part])], unread: [] };
}

function readToolResult(message: JsonObject): ReadItems {
  const callId = textAt(message, "toolCallId");
  if (callId === null) return NOTHING;
  const { content, isError } = message;
  const failed = isError === true;
  const { parts, unread } = readContent(content, ["message", "content"]);
  const item: KnownItem = {
    type: "function_call_output",
    call_id: callId,
    output: parts.map(({ part }) => part),
  };
  return { items: [{ item, failed, holes: partHoles("output", parts) }], unread };
}
