import type { Item } from "../item.js";
import { isJsonObject } from "../json.js";
import {
  isBlobHash,
  isCount,
  isFlag,
  isListOf,
  isNullableText,
  isNullish,
  isOptional,
  isOptionalText,
  isPositive,
  isText,
  isTextRecord,
  type Members,
} from "./primitive-checks.js";

/** Accepts what the schema `Item` accepts. */
export function isItem(value: unknown): value is Item {
  if (!isJsonObject(value)) return false;
  switch (value.type) {
    case "message":
      return isMessage(value);
    case "reasoning":
      return isReasoning(value);
    case "local_shell_call":
      return isLocalShellCall(value);
    case "function_call":
      return isFunctionCall(value);
    case "function_call_output":
      return isText(value.call_id) && isToolOutput(value.output);
    case "custom_tool_call":
      return isCustomToolCall(value);
    case "custom_tool_call_output":
      return isText(value.call_id) && isOptionalText(value.name) && isToolOutput(value.output);
    case "tool_search_call":
      return isToolSearchCall(value);
    case "tool_search_output":
      return isToolSearchOutput(value);
    case "web_search_call":
      return isWebSearchCall(value);
    case "image_generation_call":
      return isImageGenerationCall(value);
    case "ghost_snapshot":
      return isJsonObject(value.ghost_commit);
    case "compaction":
    case "compaction_summary":
      return isText(value.encrypted_content);
    case "other":
      return isTyped(value.original);
    default:
      return false;
  }
}

function isMessage(item: Members): boolean {
  return (
    isText(item.role) &&
    isListOf(item.content, isMessagePart) &&
    isOptionalText(item.id) &&
    isOptionalText(item.phase) &&
    isNullish(item.end_turn, isFlag)
  );
}

function isMessagePart(value: unknown): boolean {
  return isJsonObject(value) && (isOutputPart(value) || isTextOf(value, "output_text"));
}

function isToolOutput(value: unknown): boolean {
  return typeof value === "string" || isListOf(value, isOutputPart);
}

function isOutputPart(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return value.type === "input_image" ? isInputImage(value) : isTextOf(value, "input_text");
}

function isTextOf(part: Members, type: string): boolean {
  return part.type === type && isText(part.text);
}

function isInputImage(part: Members): boolean {
  return (
    isText(part.image_url) && isOptionalText(part.detail) && isOptional(part.blob, isImageBlob)
  );
}

function isImageBlob(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isBlobHash(value.hash) &&
    isText(value.urlPrefix) &&
    isCount(value.payloadBytes) &&
    isFlag(value.decoded) &&
    isNullableText(value.mediaType) &&
    isNullablePositive(value.width) &&
    isNullablePositive(value.height)
  );
}

function isReasoning(item: Members): boolean {
  return (
    isOptionalText(item.id) &&
    isListOf(item.summary, isSummaryText) &&
    isNullish(item.content, isReasoningContent) &&
    isOptionalText(item.encrypted_content)
  );
}

function isSummaryText(value: unknown): boolean {
  return isJsonObject(value) && isTextOf(value, "summary_text");
}

function isReasoningContent(value: unknown): boolean {
  return isListOf(
    value,
    (entry) =>
      isJsonObject(entry) && (isTextOf(entry, "reasoning_text") || isTextOf(entry, "text")),
  );
}

function isLocalShellCall(item: Members): boolean {
  const { action } = item;
  return (
    isOptionalText(item.id) &&
    isOptionalText(item.call_id) &&
    isText(item.status) &&
    isJsonObject(action) &&
    action.type === "exec" &&
    isListOf(action.command, isText) &&
    isNullish(action.timeout_ms, isFiniteNumber) &&
    isOptionalText(action.working_directory) &&
    isNullish(action.env, isTextRecord) &&
    isOptionalText(action.user)
  );
}

function isFunctionCall(item: Members): boolean {
  return (
    isOptionalText(item.id) &&
    isText(item.name) &&
    isOptionalText(item.namespace) &&
    isText(item.arguments) &&
    isText(item.call_id)
  );
}

function isCustomToolCall(item: Members): boolean {
  return (
    isOptionalText(item.id) &&
    isOptionalText(item.status) &&
    isText(item.call_id) &&
    isText(item.name) &&
    isOptionalText(item.namespace) &&
    isText(item.input)
  );
}

function isToolSearchCall(item: Members): boolean {
  return (
    isOptionalText(item.id) &&
    isOptionalText(item.call_id) &&
    isOptionalText(item.status) &&
    isText(item.execution) &&
    "arguments" in item
  );
}

function isToolSearchOutput(item: Members): boolean {
  return (
    isOptionalText(item.call_id) &&
    isText(item.status) &&
    isText(item.execution) &&
    Array.isArray(item.tools)
  );
}

function isWebSearchCall(item: Members): boolean {
  return isOptionalText(item.id) && isOptionalText(item.status) && isNullish(item.action, isTyped);
}

function isImageGenerationCall(item: Members): boolean {
  return (
    isOptionalText(item.id) &&
    isText(item.status) &&
    isOptionalText(item.revised_prompt) &&
    isText(item.result)
  );
}

function isTyped(value: unknown): boolean {
  return isJsonObject(value) && isText(value.type);
}

function isFiniteNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isNullablePositive(value: unknown): boolean {
  return value === null || isPositive(value);
}
