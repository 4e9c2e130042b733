import { jsonStringBytes, jsonValueBytes, utf8Bytes } from "./bytes.js";
import { imageCost } from "./inline-image.js";
import type {
  Item,
  LocalShellCallItem,
  MessageItem,
  ReasoningItem,
  ToolOutput,
  ToolSearchCallItem,
  ToolSearchOutputItem,
} from "./item.js";

/** Bytes that encrypted content of this length stands for (docs/semantics.md §2.5). */
export function encryptedContentBytes(encrypted: string): number {
  return Math.max(0, Math.floor((utf8Bytes(encrypted) * 3) / 4) - 650);
}

/**
 * An item's size in bytes, as token estimates use it (docs/semantics.md §7.1-7.2): the length of
 * its canonical serialization, images at a flat or a per-patch price, encrypted content by a
 * formula, ghost snapshots free. An image counts the same inline and as a blob (§7.8), whatever
 * tool output it stands in (§6.5).
 */
export function countItemBytes(item: Item): number {
  switch (item.type) {
    case "ghost_snapshot":
      return 0;
    case "compaction":
    case "compaction_summary":
      return encryptedContentBytes(item.encrypted_content);
    case "reasoning":
      return reasoningBytes(item);
    case "message":
      return messageBytes(item);
    case "function_call_output":
      return (
        frame('{"type":"function_call_output","call_id":,"output":}') +
        jsonStringBytes(item.call_id) +
        outputBytes(item.output)
      );
    case "custom_tool_call_output":
      return (
        frame('{"type":"custom_tool_call_output","call_id":,"output":}') +
        jsonStringBytes(item.call_id) +
        optionalMember("name", item.name) +
        outputBytes(item.output)
      );
    default:
      return callBytes(item);
  }
}

type CountedAsCall = Exclude<
  Item,
  | { type: "ghost_snapshot" | "compaction" | "compaction_summary" | "reasoning" | "message" }
  | { type: "function_call_output" | "custom_tool_call_output" }
>;

function callBytes(item: CountedAsCall): number {
  switch (item.type) {
    case "function_call":
      return (
        frame('{"type":"function_call","name":,"arguments":,"call_id":}') +
        jsonStringBytes(item.name) +
        optionalMember("namespace", item.namespace) +
        jsonStringBytes(item.arguments) +
        jsonStringBytes(item.call_id)
      );
    case "custom_tool_call":
      return (
        frame('{"type":"custom_tool_call","call_id":,"name":,"input":}') +
        optionalMember("status", item.status) +
        jsonStringBytes(item.call_id) +
        jsonStringBytes(item.name) +
        jsonStringBytes(item.input)
      );
    case "local_shell_call":
      return localShellCallBytes(item);
    case "tool_search_call":
      return toolSearchCallBytes(item);
    case "tool_search_output":
      return toolSearchOutputBytes(item);
    case "web_search_call":
      return (
        frame('{"type":"web_search_call"}') +
        optionalMember("status", item.status) +
        optionalMember("action", item.action)
      );
    case "image_generation_call":
      return (
        frame('{"type":"image_generation_call","id":,"status":,"result":}') +
        jsonValueBytes(item.id) +
        jsonStringBytes(item.status) +
        optionalMember("revised_prompt", item.revised_prompt) +
        jsonStringBytes(item.result)
      );
    case "other":
      return frame('{"type":"other"}'); // no known fields: nothing else is written
  }
}

function toolSearchCallBytes(item: ToolSearchCallItem): number {
  return (
    frame('{"type":"tool_search_call","call_id":,"execution":,"arguments":}') +
    jsonValueBytes(item.call_id) +
    optionalMember("status", item.status) +
    jsonStringBytes(item.execution) +
    jsonValueBytes(item.arguments)
  );
}

function toolSearchOutputBytes(item: ToolSearchOutputItem): number {
  return (
    frame('{"type":"tool_search_output","call_id":,"status":,"execution":,"tools":}') +
    jsonValueBytes(item.call_id) +
    jsonStringBytes(item.status) +
    jsonStringBytes(item.execution) +
    jsonValueBytes(item.tools)
  );
}

function messageBytes(item: MessageItem): number {
  return (
    frame('{"type":"message","role":,"content":}') +
    jsonStringBytes(item.role) +
    partsBytes(item.content) +
    optionalMember("end_turn", item.end_turn) +
    optionalMember("phase", item.phase)
  );
}

function reasoningBytes(item: ReasoningItem): number {
  if (typeof item.encrypted_content === "string") {
    return encryptedContentBytes(item.encrypted_content);
  }
  return (
    frame('{"type":"reasoning","summary":,"encrypted_content":null}') +
    textListBytes(item.summary) +
    reasoningContentBytes(item.content)
  );
}

/** Null when missing; left out when it has no `reasoning_text` (docs/semantics.md §3.7). */
function reasoningContentBytes(content: ReasoningItem["content"]): number {
  if (content === null || content === undefined) return frame(',"content":null');
  if (!content.some((entry) => entry.type === "reasoning_text")) return 0;
  return frame(',"content":') + textListBytes(content);
}

function localShellCallBytes(item: LocalShellCallItem): number {
  const { action } = item;
  return (
    frame('{"type":"local_shell_call","call_id":,"status":,"action":}') +
    jsonValueBytes(item.call_id) +
    jsonStringBytes(item.status) +
    frame('{"type":"exec","command":,"timeout_ms":,"working_directory":,"env":,"user":}') +
    jsonValueBytes(action.command) +
    jsonValueBytes(action.timeout_ms) +
    jsonValueBytes(action.working_directory) +
    jsonValueBytes(action.env) +
    jsonValueBytes(action.user)
  );
}

function outputBytes(output: ToolOutput): number {
  return typeof output === "string" ? jsonStringBytes(output) : partsBytes(output);
}

type Parts = MessageItem["content"] | Exclude<ToolOutput, string>;

/** A list of parts, with what its inline images count instead of their payloads. */
function partsBytes(parts: Parts): number {
  let bytes = arrayFrame(parts.length);
  let payloadBytes = 0;
  let replacementBytes = 0;
  for (const part of parts) {
    if (part.type !== "input_image") {
      bytes += frame('{"type":"","text":}') + part.type.length + jsonStringBytes(part.text);
      continue;
    }
    const cost = imageCost(part);
    bytes += frame('{"type":"input_image","image_url":}') + cost.urlBytes;
    bytes += optionalMember("detail", part.detail);
    payloadBytes += cost.payloadBytes;
    replacementBytes += cost.replacementBytes;
  }
  const adjusted = payloadBytes > 0 && replacementBytes > 0;
  return adjusted ? Math.max(0, bytes - payloadBytes + replacementBytes) : bytes;
}

function textListBytes(entries: readonly { readonly type: string; readonly text: string }[]) {
  let bytes = arrayFrame(entries.length);
  for (const { type, text } of entries) {
    bytes += frame('{"type":"","text":}') + type.length + jsonStringBytes(text);
  }
  return bytes;
}

/** Sizes of what stands between values in compact JSON. */

function arrayFrame(length: number): number {
  return 2 + Math.max(0, length - 1);
}

/** The fixed characters of an object, written out so that a reader can check them. */
function frame(characters: string): number {
  return characters.length;
}

/** A member that is left out when it is null. */
function optionalMember(name: string, value: unknown): number {
  if (value === null || value === undefined) return 0;
  return frame(',"":') + name.length + jsonValueBytes(value);
}
